import { sql } from '@stockbook/db/testing';
import { TRPCClientError } from '@trpc/client';
import { describe, expect, it } from 'vitest';
import { useTracking } from '../support/tracking.ts';

const tracking = useTracking();

describe('a new rule', () => {
  it('stores a new rule in canonical form, and turns notifications of the stock on with the first one', async () => {
    const { symbol, post, get, patch } = await tracking([9]);
    const { status, body } = await post('/signals/rules/', {
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
    const second = await post('/signals/rules', { when: 'close > 1', symbol });
    expect(second.body).toMatchObject({ message: 'The rule was added', notifications_turned_on: 0 });
    expect(await get(`/stocks/${symbol}`)).toMatchObject({ notify_on_signals: false });
    expect(await get('/signals/rules/')).toMatchObject({ total: 2 });
    expect(await get(`/signals/rules/?symbol=${symbol}&limit=1`)).toMatchObject({ total: 2, rules: [{}] });
  });

  it('has a last day, which must not be over while it is active', async () => {
    const { symbol, post, patch } = await tracking([9]);
    const rule = { when: 'close > 1', symbol };
    const over = { status: 400, body: { error: 'expires_on is over: choose a later day, or none' } };
    expect(await post('/signals/rules', { ...rule, expires_on: '2020-01-01' })).toMatchObject(over);
    const { body } = await post('/signals/rules', { ...rule, expires_on: '2100-01-01' });
    expect(body.expires_on).toBe('2100-01-01');
    const path = `/signals/rules/${body.id}`;
    expect(await patch(path, { expires_on: '2020-01-01' })).toMatchObject(over);
    expect(await patch(path, { expires_on: '2020-01-01', is_active: false })).toMatchObject({
      body: { expires_on: '2020-01-01', is_active: false },
    });
    expect(await patch(path, { is_active: true })).toMatchObject(over);
    expect(await patch(path, { is_active: true, expires_on: null })).toMatchObject({
      body: { expires_on: null, is_active: true },
    });
  });

  it('leaves notifications off while it is inactive', async () => {
    const { symbol, post, get } = await tracking([9]);
    await post('/signals/rules', { when: 'close > 1', symbol, is_active: false });
    expect(await get(`/stocks/${symbol}`)).toMatchObject({ notify_on_signals: false });
  });

  it('turns notifications on by a rule over a list only if asked to', async () => {
    const { symbol, post, get } = await tracking([9]);
    const list = { scope: 'watch_list' };
    expect((await post('/signals/rules', { ...list, when: 'close > 1' })).body.notifications_turned_on).toBe(
      0,
    );
    expect((await post('/signals/rules', { ...list, when: 'close > 2', notify: true })).body).toMatchObject({
      message: 'The rule was added, and notifications of 1 stock were turned on',
    });
    expect(await get(`/stocks/${symbol}`)).toMatchObject({ notify_on_signals: true });
  });

  it.each([
    ['rsi(1) > 30', 'timeperiod of RSI must be a whole number from 2 to 100000', 4, 1],
    ['smma(10) > close', 'Unknown name "smma". Did you mean SMA?', 0, 4],
    ['', 'Write a rule, for example "rsi(14) crosses above 30"', 0, 0],
  ])('rejects a new rule with the position of its error: %s', async (when, message, offset, length) => {
    const { symbol, post, harness, token } = await tracking([9]);
    const expected = {
      error: message,
      code: 'BAD_REQUEST',
      details: [{ field: 'when', message, offset, length }],
    };
    for (const call of ['rules', 'preview', 'screen']) {
      expect([call, (await post(`/signals/${call}`, { when, symbol })).body]).toEqual([call, expected]);
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
    [{ scope: 'all' }, 400, 'scope must be stock, favorites, watch_list or list'],
    [{ quiet_bars: 251 }, 400, 'quiet_bars must be a whole number from 0 to 250'],
  ])('rejects a new rule with a sentence: %j', async (rule, status, error) => {
    const { post } = await tracking([9]);
    expect(await post('/signals/rules', { when: 'close > 1', ...rule })).toMatchObject({
      status,
      body: { error },
    });
  });

  it.each([
    [{ when: 'close > 1' }, 400, 'Only a price level can be checked during the session'],
    [{ when: 'price touches sma(5)' }, 400, 'Only a price level can be checked during the session'],
    [
      { when: 'price touches 10', scope: 'watch_list', symbol: null },
      400,
      'Only a price level can be checked during the session',
    ],
  ])('rejects a rule during the session that is no price level: %j', async (rule, status, error) => {
    const { symbol, post } = await tracking([9]);
    expect(await post('/signals/rules', { symbol, during_session: true, ...rule })).toMatchObject({
      status,
      body: { error },
    });
  });

  it('checks a level of a stock at the close only when its prices come from files', async () => {
    const { symbol, post, patch } = await tracking([9]);
    const level = { when: 'price touches 10', symbol };
    const conflict = {
      status: 409,
      body: { error: `Prices of ${symbol} come from files: it can only be checked at the close` },
    };
    expect(await post('/signals/rules', { ...level, during_session: true })).toMatchObject(conflict);
    const { body } = await post('/signals/rules', level);
    expect(body.during_session).toBe(false);
    expect(await patch(`/signals/rules/${body.id}`, { during_session: true })).toMatchObject(conflict);
  });

  it('rejects a new rule that equals another one', async () => {
    const { symbol, post, patch } = await tracking([9]);
    const conflict = { status: 409, body: { error: 'You already have this rule', code: 'CONFLICT' } };
    await post('/signals/rules', { when: 'rsi() > 30', symbol });
    expect(await post('/signals/rules', { when: 'RSI(14) > 30', symbol, quiet_bars: 3 })).toMatchObject(
      conflict,
    );
    const { status, body } = await post('/signals/rules', {
      when: 'rsi() > 30',
      symbol,
      trigger: 'every_bar',
    });
    expect(status).toBe(201);
    expect(await patch(`/signals/rules/${body.id}`, { trigger: 'becomes_true' })).toMatchObject(conflict);
    expect((await patch(`/signals/rules/${body.id}`, { trigger: 'every_bar' })).status).toBe(200);
  });

  it('rejects the 201st rule, also if several come at once', async () => {
    const { symbol, post, harness } = await tracking([9]);
    await post('/signals/rules', { when: 'close > 1', symbol });
    await sql`
      insert into signal_rule (
        id, user_id, condition, scope, stock_id, trigger, quiet_bars, is_active, created_at, updated_at
      )
      select gen_random_uuid(), user_id, 'close > ' || number, scope, stock_id, trigger, 0, true, now(), now()
      from signal_rule join stock on stock.id = stock_id and symbol = ${symbol}, generate_series(2, 198) number`.execute(
      harness.services.database.fork().getKysely(),
    );
    const answers = await Promise.all(
      [201, 202, 203, 204].map((level) => post('/signals/rules', { when: `close > ${level}`, symbol })),
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
    const { body } = await post('/signals/rules', { when: 'close > 1', symbol });
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

  it('has a default name of at most 100 characters, which is no name of its own', async () => {
    const { symbol, post, patch } = await tracking([9]);
    const when = Array.from({ length: 6 }, (_, bars) => `close[${bars + 1}] > sma(20)`).join(' and ');
    const { body } = await post('/signals/rules', { when, symbol });
    expect(body.name).toMatch(/^close 1 bar ago is above SMA \(20\) and .*…$/);
    expect(body.name).toHaveLength(100);
    const path = `/signals/rules/${body.id}`;
    await patch(path, { name: body.name });
    expect((await patch(path, { when: 'close > 2' })).body).toMatchObject({ name: 'close is above 2' });
  });

  it('returns a rule when it is deleted', async () => {
    const { symbol, post, harness, token, get } = await tracking([9]);
    const { body } = await post('/signals/rules', { when: 'close > 1', symbol });
    const deleted = await harness.rest('DELETE', `/signals/rules/${body.id}`, { token });
    expect(deleted).toMatchObject({ status: 200, body: { id: body.id, when: 'close > 1' } });
    expect(await get('/signals/rules')).toEqual({ rules: [], total: 0 });
  });
});
