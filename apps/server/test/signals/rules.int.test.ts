import { sql } from '@stockbook/db/testing';
import { TRPCClientError } from '@trpc/client';
import { describe, expect, it } from 'vitest';
import { dayOf, usePriceFiles } from '../support/with-price-files.ts';

let now = new Date('2026-11-21T12:00:00Z');
const files = usePriceFiles(() => now);

let count = 0;

/** A new user who tracks a new stock with these prices. */
async function tracking(closes: readonly number[]) {
  const { harness, put } = files();
  const { token } = await harness.signUp();
  count += 1;
  const symbol = `RULE${count}`;
  await put(symbol, closes);
  await harness.addStock(token, symbol);
  return {
    symbol,
    token,
    harness,
    put,
    post: (path: string, body: object) => harness.rest('POST', `/signals/${path}`, { token, body }),
    get: async (path: string) => (await harness.rest('GET', path, { token })).body,
    patch: (path: string, body: object) => harness.rest('PATCH', path, { token, body }),
    run: (query: ReturnType<typeof sql<unknown>>) =>
      query.execute(harness.services.database.fork().getKysely()),
  };
}

describe('a new rule', () => {
  it('is stored in canonical form, and turns notifications of the stock on with the first one', async () => {
    const { symbol, post, get, patch } = await tracking([9]);
    const { status, body } = await post('rules/', {
      when: 'RSI() Crosses Above 030',
      symbol: symbol.toLowerCase(),
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      name: 'RSI (14) crosses above 30',
      when: 'rsi(14) crosses above 30',
      sentence: 'RSI (14) crosses above 30',
      scope: 'stock',
      symbol,
      trigger: 'becomes_true',
      quiet_bars: 0,
      is_active: true,
      signal_count: 0,
      last_signal: null,
      message: `The rule was added, and notifications of ${symbol} were turned on`,
      notifications_turned_on: 1,
    });
    expect(await get(`/stocks/${symbol}`)).toMatchObject({ notify_on_signals: true });
    await patch(`/stocks/${symbol}`, { notify_on_signals: false });
    const second = await post('rules', { when: 'close > 1', symbol });
    expect(second.body).toMatchObject({ message: 'The rule was added', notifications_turned_on: 0 });
    expect(await get(`/stocks/${symbol}`)).toMatchObject({ notify_on_signals: false });
    expect(await get('/signals/rules/')).toMatchObject({ total: 2 });
    expect(await get(`/signals/rules/?symbol=${symbol}&limit=1`)).toMatchObject({ total: 2, rules: [{}] });
  });

  it('leaves notifications off while it is inactive', async () => {
    const { symbol, post, get } = await tracking([9]);
    await post('rules', { when: 'close > 1', symbol, is_active: false });
    expect(await get(`/stocks/${symbol}`)).toMatchObject({ notify_on_signals: false });
  });

  it('over a list turns notifications on only if asked to', async () => {
    const { symbol, post, get } = await tracking([9]);
    const list = { scope: 'watch_list' };
    expect((await post('rules', { ...list, when: 'close > 1' })).body.notifications_turned_on).toBe(0);
    expect((await post('rules', { ...list, when: 'close > 2', notify: true })).body).toMatchObject({
      message: 'The rule was added, and notifications of 1 stock were turned on',
    });
    expect(await get(`/stocks/${symbol}`)).toMatchObject({ notify_on_signals: true });
  });

  it.each([
    ['rsi(1) > 30', 'timeperiod of RSI must be a whole number from 2 to 100000', 4, 1],
    ['smma(10) > close', 'Unknown name "smma". Did you mean SMA?', 0, 4],
    ['', 'Write a rule, for example "rsi(14) crosses above 30"', 0, 0],
  ])('is rejected with the position of its error: %s', async (when, message, offset, length) => {
    const { symbol, post, harness, token } = await tracking([9]);
    const expected = {
      error: message,
      code: 'BAD_REQUEST',
      details: [{ field: 'when', message, offset, length }],
    };
    for (const call of ['rules', 'preview', 'screen']) {
      expect([call, (await post(call, { when, symbol })).body]).toEqual([call, expected]);
    }
    const rejected = await harness
      .trpc(token)
      .signals.rules.create.mutate({ when, symbol })
      .catch((error: unknown) => error);
    expect(rejected).toBeInstanceOf(TRPCClientError);
    expect(rejected).toMatchObject({ message, data: { details: expected.details } });
  });

  it.each([
    [{ scope: 'stock' }, 400, 'A rule of one stock needs its symbol'],
    [{ scope: 'watch_list', symbol: 'AAPL' }, 400, 'A rule over a list has no symbol'],
    [{ symbol: 'AAPL' }, 404, 'Stock not found'],
    [{ scope: 'all' }, 400, 'scope must be stock, favorites or watch_list'],
    [{ quiet_bars: 251 }, 400, 'quiet_bars must be a whole number from 0 to 250'],
  ])('is rejected with a sentence: %j', async (rule, status, error) => {
    const { post } = await tracking([9]);
    expect(await post('rules', { when: 'close > 1', ...rule })).toMatchObject({ status, body: { error } });
  });

  it('is rejected if it equals another one', async () => {
    const { symbol, post, patch } = await tracking([9]);
    const conflict = { status: 409, body: { error: 'You already have this rule', code: 'CONFLICT' } };
    await post('rules', { when: 'rsi() > 30', symbol });
    expect(await post('rules', { when: 'RSI(14) > 30', symbol, quiet_bars: 3 })).toMatchObject(conflict);
    const { status, body } = await post('rules', { when: 'rsi() > 30', symbol, trigger: 'every_bar' });
    expect(status).toBe(201);
    expect(await patch(`/signals/rules/${body.id}`, { trigger: 'becomes_true' })).toMatchObject(conflict);
    expect((await patch(`/signals/rules/${body.id}`, { trigger: 'every_bar' })).status).toBe(200);
  });

  it('is rejected as the 201st, also if several come at once', async () => {
    const { symbol, post, run } = await tracking([9]);
    await post('rules', { when: 'close > 1', symbol });
    await run(sql`
      insert into signal_rule (
        id, user_id, condition, scope, stock_id, trigger, quiet_bars, is_active, created_at, updated_at
      )
      select gen_random_uuid(), user_id, 'close > ' || number, scope, stock_id, trigger, 0, true, now(), now()
      from signal_rule join stock on stock.id = stock_id and symbol = ${symbol}, generate_series(2, 198) number`);
    const answers = await Promise.all(
      [201, 202, 203, 204].map((level) => post('rules', { when: `close > ${level}`, symbol })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 400, 400]);
    expect(answers.find(({ status }) => status === 400)?.body).toMatchObject({
      error: 'You have 200 signal rules, the maximum. Delete one first',
      code: 'BAD_REQUEST',
    });
  });
});

describe('a changed rule', () => {
  it('has a default name that follows its sentence, and keeps a name of its own', async () => {
    const { symbol, post, patch } = await tracking([9]);
    const { body } = await post('rules', { when: 'close > 1', symbol });
    const path = `/signals/rules/${body.id}`;
    expect((await patch(path, { when: 'close > 2' })).body).toMatchObject({ name: 'close is above 2' });
    expect((await patch(path, { name: 'Two' })).body).toMatchObject({ name: 'Two' });
    expect((await patch(path, { when: 'close > 3' })).body).toMatchObject({ name: 'Two', when: 'close > 3' });
    expect((await patch(path, { name: null })).body).toMatchObject({ name: 'close is above 3' });
    expect((await patch(path, { scope: 'favorites' })).body).toMatchObject({
      scope: 'favorites',
      symbol: null,
    });
    expect((await patch(path, {})).status).toBe(400);
  });

  it('is returned when it is deleted', async () => {
    const { symbol, post, harness, token, get } = await tracking([9]);
    const { body } = await post('rules', { when: 'close > 1', symbol });
    const deleted = await harness.rest('DELETE', `/signals/rules/${body.id}`, { token });
    expect(deleted).toMatchObject({ status: 200, body: { id: body.id, when: 'close > 1' } });
    expect(await get('/signals/rules')).toEqual({ rules: [], total: 0 });
  });
});

describe('a preview', () => {
  it('lists the bars on which the rule became true', async () => {
    const { symbol, post, get } = await tracking([9, 11, 12, 9, 13]);
    expect((await post('preview', { when: 'CLOSE>10', symbol })).body).toEqual({
      when: 'close > 10',
      sentence: 'close is above 10',
      dates: [
        {
          date: dayOf(1),
          close: 11,
          values: expect.arrayContaining([{ operand: 'close', now: 11, before: 9 }]),
        },
        {
          date: dayOf(4),
          close: 13,
          values: expect.arrayContaining([{ operand: 'close', now: 13, before: 9 }]),
        },
      ],
      total: 2,
      is_true_now: true,
      look_back: 0,
      since: dayOf(0),
      problem: null,
    });
    expect((await post('preview', { when: 'close > 10', symbol, since: dayOf(2) })).body).toMatchObject({
      total: 1,
      dates: [{ date: dayOf(4) }],
      since: dayOf(2),
    });
    expect((await post('preview', { when: 'rsi(14) > 50', symbol })).body).toMatchObject({
      total: 0,
      is_true_now: false,
      look_back: 14,
      problem: `RSI (14) needs 15 bars, ${symbol} has 5`,
    });
    expect((await post('preview', { when: 'close > 10', symbol: 'AAPL' })).status).toBe(404);
    expect(await get('/signals/rules')).toEqual({ rules: [], total: 0 });
  });

  it('returns the last 1,000 bars and counts all', async () => {
    const { symbol, post } = await tracking(Array.from({ length: 2_100 }, (_, day) => 9 + (day % 2) * 2));
    const { body } = await post('preview', { when: 'close > 10', symbol });
    expect(body.total).toBe(1_050);
    expect(body.dates).toHaveLength(1_000);
    expect(body.dates).toMatchObject({ 0: { date: dayOf(101) }, 999: { date: dayOf(2_099) } });
  });

  it('and a screen are limited to 30 a minute each, invalid ones included', async () => {
    const { symbol, post } = await tracking([9]);
    for (const kind of ['preview', 'screen']) {
      const done = kind === 'preview' ? 'previewed rules' : 'screened a list';
      const valid = { when: 'close > 1', symbol };
      const answers = await Promise.all(
        Array.from({ length: 30 }, (_, index) =>
          post(kind, [valid, { when: 'nonsense', symbol }, {}][index % 3] ?? {}),
        ),
      );
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 400]));
      expect(await post(kind, valid)).toMatchObject({
        status: 429,
        body: {
          error: expect.stringMatching(
            `^You have ${done} 30 times within a minute, the maximum. Try again in \\d+ seconds$`,
          ),
        },
      });
      now = new Date(now.getTime() + 60_000);
      expect((await post(kind, valid)).status).toBe(200);
    }
  });
});

describe('a screen', () => {
  it('finds the stocks of a list and names those that it skips', async () => {
    const { symbol, post, put, harness, token, patch } = await tracking([9, 11, 12]);
    for (const [suffix, closes] of [
      ['B', [11, 9, 9]],
      ['C', [11, 11, 13]],
      ['D', [11]],
    ] as const) {
      await put(`${symbol}${suffix}`, closes);
      await harness.addStock(token, `${symbol}${suffix}`);
    }
    const { body } = await post('screen', { when: 'close > 10 and sma(2) > 1' });
    expect(body).toMatchObject({
      matches: [
        { symbol, since: dayOf(1), close: 12 },
        { symbol: `${symbol}C`, since: dayOf(1), close: 13 },
      ],
      total: 2,
      skipped: [{ symbol: `${symbol}D`, reason: `SMA (2) needs 2 bars, ${symbol}D has 1` }],
    });
    await patch(`/stocks/${symbol}C`, { is_favorite: true });
    expect((await post('screen', { when: 'close > 10', scope: 'favorites' })).body).toMatchObject({
      matches: [
        { symbol: `${symbol}C`, since: dayOf(0), values: [{ operand: 'close', now: 13, before: 11 }, {}] },
      ],
      total: 1,
    });
    expect((await post('screen', { when: 'close > 10', scope: 'stock' })).status).toBe(400);
  });
});
