import { sql } from '@stockbook/db/testing';
import { describe, expect, it } from 'vitest';
import { useTracking } from '../support/tracking.ts';
import { dayOf } from '../support/with-price-files.ts';
import { skipRetryDelays } from '../support/with-yahoo.ts';

const tracking = useTracking();

const above = { when: 'close > 10' };

describe('the evaluation with a refresh', () => {
  it('gives a signal on the bar on which a rule becomes true, and none for bars that existed', async () => {
    const { addRule, refresh, inbox, rule, symbol } = await tracking([9, 11, 9]);
    const { id } = await addRule(above);
    await refresh([9, 11, 9]);
    expect(await inbox()).toEqual([]);
    await refresh([9, 11, 9, 12]);
    expect(await inbox()).toEqual([
      expect.objectContaining({
        kind: 'signal',
        symbol,
        rule_id: id,
        bar_date: dayOf(3),
        close: 12,
        data_source: 'csv',
        is_read: false,
        values: [
          { operand: 'close', now: 12, before: 9 },
          { operand: '10', now: 10, before: 10 },
        ],
        sentence: `${symbol}: close was above 10 at the close of Jan 4, 2020 (12.00 after 9.00). Close 12.00.`,
      }),
    ]);
    await refresh([9, 11, 9, 12, 13]);
    expect(await rule(id)).toMatchObject({ signal_count: 1, last_signal: dayOf(3) });
  });

  it('gives the signals of all missed nights at once', async () => {
    const { addRule, refresh, dates } = await tracking([9]);
    await addRule(above);
    await refresh([9, 11, 9, 11, 11]);
    expect(await dates()).toEqual([dayOf(1), dayOf(3)]);
  });

  it('does not fire on the first known bar of an indicator', async () => {
    const { addRule, refresh, dates } = await tracking([9, 9]);
    await addRule({ when: 'sma(3) > 8' });
    await refresh([9, 9, 9, 9]);
    expect(await dates()).toEqual([]);
  });

  it('fires on every bar on which a rule is true with the trigger every_bar', async () => {
    const { addRule, refresh, dates } = await tracking([9]);
    await addRule({ ...above, trigger: 'every_bar' });
    await refresh([9, 11, 12, 9]);
    expect(await dates()).toEqual([dayOf(1), dayOf(2)]);
  });

  it('switches a rule with the trigger once off after its first signal', async () => {
    const { addRule, refresh, dates, rule } = await tracking([9]);
    const { id } = await addRule({ ...above, trigger: 'once' });
    await refresh([9, 11, 9, 11]);
    expect(await rule(id)).toMatchObject({ is_active: false, signal_count: 1 });
    await refresh([9, 11, 9, 11, 9, 11]);
    expect(await dates()).toEqual([dayOf(1)]);
  });

  it('drops what happens on quiet bars, also across refreshes', async () => {
    const { addRule, refresh, dates } = await tracking([9]);
    await addRule({ ...above, trigger: 'every_bar', quiet_bars: 2 });
    await refresh([9, 11, 11]);
    await refresh([9, 11, 11, 11, 11, 11, 11]);
    expect(await dates()).toEqual([dayOf(1), dayOf(4)]);
  });

  it('never fires twice and withdraws nothing when the last bar is corrected', async () => {
    const { addRule, refresh, dates } = await tracking([9]);
    await addRule(above);
    await refresh([9, 11]);
    await refresh([9, 9.5]);
    await refresh([9, 12]);
    expect(await dates()).toEqual([dayOf(1)]);
    await refresh([9, 9.5, 11]);
    expect(await dates()).toEqual([dayOf(1), dayOf(2)]);
  });

  it('gives no signal for bars that existed when a rule was changed or switched on again', async () => {
    const { addRule, patch, refresh, dates } = await tracking([9]);
    const { id } = await addRule(above);
    await patch(`/signals/rules/${id}`, { is_active: false });
    await refresh([9, 11, 9]);
    await patch(`/signals/rules/${id}`, { is_active: true });
    await refresh([9, 11, 9]);
    expect(await dates()).toEqual([]);
    await refresh([9, 11, 9, 11]);
    await patch(`/signals/rules/${id}`, { when: 'close > 10.5' });
    await refresh([9, 11, 9, 11, 9, 11]);
    expect(await dates()).toEqual([dayOf(3), dayOf(5)]);
  });

  it('keeps a rule armed when only its name changes', async () => {
    const { addRule, patch, refresh, dates, harness } = await tracking([9]);
    const { id } = await addRule(above);
    await refresh([9, 9]);
    await patch(`/signals/rules/${id}`, { name: 'Breakout' });
    const { rows } = await sql`select from signal_state where rule_id = ${id}`.execute(
      harness.services.database.fork().getKysely(),
    );
    expect(rows).toHaveLength(1);
    await refresh([9, 9, 11]);
    expect(await dates()).toEqual([dayOf(2)]);
  });
});

describe('rules over a list', () => {
  it('watches all stocks of the list, from the bar with which each joins', async () => {
    const { symbol, token, harness, put, addRule, refresh, inbox } = await tracking([9, 11, 9]);
    await addRule({ ...above, scope: 'watch_list', symbol: null });
    const other = `${symbol}B`;
    await put(other, [9, 11, 9, 11]);
    await harness.addStock(token, other);
    await refresh([9, 11, 9, 11, 9], other);
    await refresh([9, 11, 9, 11]);
    expect((await inbox()).map(({ symbol: of, bar_date }) => [of, bar_date])).toEqual([[symbol, dayOf(3)]]);
  });

  it('follows the favorites, without signals for the time in which a stock was none', async () => {
    const { symbol, token, harness, addRule, refresh, dates } = await tracking([9]);
    await addRule({ ...above, scope: 'favorites', symbol: null });
    const favor = (is_favorite: boolean) =>
      harness.rest('PATCH', `/stocks/${symbol}`, { token, body: { is_favorite } });
    await refresh([9, 11, 9]);
    await favor(true);
    await refresh([9, 11, 9, 11, 9]);
    await favor(false);
    await refresh([9, 11, 9, 11, 9, 11, 9]);
    await favor(true);
    await refresh([9, 11, 9, 11, 9, 11, 9, 11]);
    expect(await dates()).toEqual([dayOf(3), dayOf(7)]);
  });
});

describe('the end of tracking', () => {
  it('deletes the rules of the stock and keeps its signals', async () => {
    const { symbol, token, harness, addRule, refresh, inbox } = await tracking([9]);
    await addRule(above);
    await refresh([9, 11]);
    await harness.rest('DELETE', `/stocks/${symbol}`, { token });
    expect((await harness.rest('GET', '/signals/rules/', { token })).body).toEqual({ rules: [], total: 0 });
    expect(await inbox()).toEqual([expect.objectContaining({ symbol, rule_id: null })]);
  });
});

describe('problems', () => {
  it('names the bars that are missing, until they have come', async () => {
    const { symbol, addRule, refresh, rule } = await tracking(Array(12).fill(9));
    const { id, problems } = await addRule({ when: 'rsi(14) < 30' });
    const problem = { symbol, message: `RSI (14) needs 15 bars, ${symbol} has 12` };
    expect(problems).toEqual([problem]);
    await refresh(Array(13).fill(9));
    expect((await rule(id)).problems).toEqual([
      { ...problem, message: `RSI (14) needs 15 bars, ${symbol} has 13` },
    ]);
    await refresh(Array(15).fill(9));
    expect((await rule(id)).problems).toEqual([]);
  });

  it('names the last evaluated bar from the first failed refresh on', async () => {
    const { symbol, token, harness, put, addRule, rule, refresh } = await tracking([9]);
    const { id } = await addRule(above);
    await refresh([9, 9]);
    await skipRetryDelays(harness);
    await put(symbol, []);
    await harness.refresh(token, symbol);
    expect((await rule(id)).problems).toEqual([
      {
        symbol,
        message: expect.stringMatching(/^Not evaluated since Jan 2, 2020: .*[^.]$/),
      },
    ]);
    await refresh([9, 9, 11]);
    expect(await rule(id)).toMatchObject({ problems: [], signal_count: 1 });
  });
});

describe('the inbox', () => {
  it('filters, counts and marks entries', async () => {
    const { token, harness, post, symbol, addRule, refresh, inbox } = await tracking([9]);
    const { id } = await addRule({ ...above, trigger: 'every_bar' });
    await refresh([9, 11, 11, 11]);
    const get = async (query: string) => (await harness.rest('GET', `/signals/?${query}`, { token })).body;
    expect(await get(`since=${dayOf(2)}`)).toMatchObject({ total: 2, unread: 3 });
    expect(await get(`until=${dayOf(2)}&limit=1`)).toMatchObject({
      total: 2,
      signals: [{ bar_date: dayOf(2) }],
    });
    expect(await get(`symbol=${symbol.toLowerCase()}&rule_id=${id}`)).toMatchObject({ total: 3 });
    expect(await get('rule_id=nothing')).toEqual({ signals: [], total: 0, unread: 3 });
    const [latest] = await inbox();
    expect((await post('/signals/read', { ids: [latest?.id, 'nothing'] })).body).toEqual({ unread: 2 });
    expect(await get('unread=false')).toMatchObject({ total: 1 });
    expect((await post('/signals/read', { until: dayOf(1) })).body).toEqual({ unread: 1 });
    const { token: stranger } = await harness.signUp();
    const ids = (await inbox()).map((entry) => entry.id);
    await harness.rest('POST', '/signals/read', { token: stranger, body: { ids } });
    expect(await get('unread=true')).toMatchObject({ total: 1, unread: 1 });
    expect((await post('/signals/read', { ids: [], until: dayOf(1) })).status).toBe(400);
  });
});
