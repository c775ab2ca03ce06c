import { beforeAll, describe, expect, it } from 'vitest';
import { useHarness } from '../support/harness.ts';

const harness = useHarness();
let token = '';
beforeAll(async () => {
  ({ token } = await harness().signUp());
});

const rules = {
  format: 'stockbook/1',
  entry: 'rsi(14) crosses above 30 and close > sma(200)',
  exit: 'RSI(14) crosses above 70',
  stop_loss_percent: 8,
  take_profit_percent: null,
  max_bars: 60,
  scope: { watch_list: true },
};

const post = (path: string, body: object) => harness().rest('POST', path, { token, body });
const create = (ofStrategy: object) => post('/strategies', { name: 'mine', rules: ofStrategy });

describe('a strategy', () => {
  it('keeps its rules unchanged, unknown fields included, and is returned by its id', async () => {
    const sent = { ...rules, note: { author: 'me' } };
    const { status, body } = await create(sent);
    expect([status, body.rules]).toEqual([201, sent]);
    expect(await harness().rest('GET', `/strategies/${body.id}`, { token })).toMatchObject({
      status: 200,
      body: { ...body, runnable: true, problems: [] },
    });
  });

  it.each([
    [{ anything: [1, { goes: true }] }, []],
    [{ format: 5 }, []],
    [
      { format: 'stockbook/2', entry: 17 },
      [{ field: 'rules.format', message: 'Made by a newer version', position: null }],
    ],
  ])('stores rules that cannot be run: %j', async (other, problems) => {
    const { status, body } = await create(other);
    expect(status).toBe(201);
    const found = await harness().rest('GET', `/strategies/${body.id}`, { token });
    expect(found.body).toMatchObject({ rules: other, runnable: false, problems });
  });

  it.each([
    [{ entry: undefined }, 'rules.entry', 'Write a rule, for example "rsi(14) crosses above 30"', null],
    [
      { entry: 'rsi(1) > 30' },
      'rules.entry',
      'timeperiod of RSI must be a whole number from 2 to 100000',
      { offset: 4, length: 1 },
    ],
    [{ entry: 5 }, 'rules.entry', 'entry must be the text of a rule', null],
    [
      { exit: 'rsi(14) above 30' },
      'rules.exit',
      'Unexpected "above". Use ">", or "crosses above"',
      { offset: 8, length: 5 },
    ],
    [
      { exit: null, stop_loss_percent: null, max_bars: null },
      'rules.exit',
      'Name at least one of exit, stop_loss_percent, take_profit_percent and max_bars',
      null,
    ],
    [
      { stop_loss_percent: 100 },
      'rules.stop_loss_percent',
      'stop_loss_percent must be a number above 0 and below 100',
      null,
    ],
    [
      { take_profit_percent: 10_001 },
      'rules.take_profit_percent',
      'take_profit_percent must be a number above 0 and at most 10,000',
      null,
    ],
    [{ max_bars: 1.5 }, 'rules.max_bars', 'max_bars must be a whole number from 1 to 5,000', null],
    [
      { scope: { symbols: [] } },
      'rules.scope',
      'scope must be {"watch_list": true}, {"favorites": true}, {"list_id": "id of a list"} or {"symbols": [1 to 100 symbols]}',
      null,
    ],
  ])('rejects a strategy with mistakes in its rules: %j', async (mistake, field, message, position) => {
    const { status, body } = await create({ ...rules, ...mistake });
    expect([status, body.error]).toEqual([400, message]);
    expect(body.details).toEqual([{ field, message, position }]);
  });

  it('changes a strategy, and leaves it as it was when a change is rejected', async () => {
    const { body } = await create(rules);
    const path = `/strategies/${body.id}`;
    const change = (changes: object) => harness().rest('PATCH', path, { token, body: changes });
    expect(await change({ rules: { ...rules, max_bars: 0 }, name: 'never' })).toMatchObject({ status: 400 });
    const shorter = { ...rules, max_bars: 5 };
    expect(await change({ rules: shorter, is_active: false })).toMatchObject({
      status: 200,
      body: { name: 'mine', rules: shorter, is_active: false, runnable: true },
    });
    expect(await change({})).toMatchObject({
      status: 400,
      body: { error: 'Name at least one of name, description, rules and is_active' },
    });
    expect(await harness().rest('GET', path, { token })).toMatchObject({ body: { rules: shorter } });
  });

  it('counts its old rules towards the quota no more when they are replaced', async () => {
    const user = await harness().signUp();
    const request = (method: 'POST' | 'PATCH', path: string, text: string) =>
      harness().rest(method, path, { token: user.token, body: { name: 'big', rules: { text } } });
    const paths: string[] = [];
    for (let index = 0; index < 4; index += 1) {
      const { status, body } = await request('POST', '/strategies', 'x'.repeat(60_000));
      expect(status).toBe(201);
      paths.push(`/strategies/${body.id}`);
    }
    expect((await request('POST', '/strategies', 'x'.repeat(30_000))).status).toBe(409);
    expect((await request('PATCH', paths[0] ?? '', 'y'.repeat(60_000))).status).toBe(200);
  });
});

describe('the check of rules', () => {
  const check = async (checked: object) => (await post('/strategies/check', { rules: checked })).body;

  it('returns sentences, the look-back and what a sweep can vary', async () => {
    expect(await check(rules)).toEqual({
      runnable: true,
      sentences: {
        entry: 'RSI (14) crosses above 30 and close is above SMA (200)',
        exit: 'RSI (14) crosses above 70',
      },
      problems: [],
      look_back: 199,
      numbers: [
        { address: 'entry[0]', label: 'timeperiod of RSI', value: 14, min: 2, max: 100_000 },
        { address: 'entry[1]', label: 'RSI (14) crosses above', value: 30, min: null, max: null },
        { address: 'entry[2]', label: 'timeperiod of SMA', value: 200, min: 2, max: 100_000 },
        { address: 'exit[0]', label: 'timeperiod of RSI', value: 14, min: 2, max: 100_000 },
        { address: 'exit[1]', label: 'RSI (14) crosses above', value: 70, min: null, max: null },
        { address: 'stop_loss_percent', label: 'stop-loss in percent', value: 8, min: 0, max: 100 },
        { address: 'take_profit_percent', label: 'take-profit in percent', value: null, min: 0, max: 10_000 },
        { address: 'max_bars', label: 'longest time in bars', value: 60, min: 1, max: 5_000 },
      ],
    });
  });

  it('lists all problems, with the sentences of the valid rules', async () => {
    expect(await check({ ...rules, entry: 'close >', max_bars: -1 })).toMatchObject({
      runnable: false,
      sentences: { entry: null, exit: 'RSI (14) crosses above 70' },
      problems: [{ field: 'rules.entry' }, { field: 'rules.max_bars', position: null }],
      look_back: null,
      numbers: [],
    });
  });

  it('accepts rules of no format', async () => {
    expect(await check({})).toEqual({
      runnable: false,
      sentences: { entry: null, exit: null },
      problems: [],
      look_back: null,
      numbers: [],
    });
  });
});
