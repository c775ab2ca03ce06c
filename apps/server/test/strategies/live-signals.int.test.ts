import { tradeList } from '@stockbook/api/schemas';
import { beforeAll, describe, expect, it } from 'vitest';
import { dayOf, usePriceFiles } from '../support/with-price-files.ts';

const files = usePriceFiles();

const rules = { format: 'stockbook/1', entry: 'close > 10', exit: 'close < 9' };

interface Entry {
  rule_id: string | null;
  strategy_id: string | null;
  side: 'entry' | 'exit' | null;
  bar_date: string;
  sentence: string;
}

let count = 0;
let token = '';
beforeAll(async () => {
  ({ token } = await files().harness.signUp());
});

const call = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) =>
  files().harness.rest(method, path, { token, ...(body ? { body } : {}) });

/** A new stock with these prices, and a strategy that watches it alone. */
async function watching(closes: readonly number[], changed: object = {}) {
  const { harness, put } = files();
  count += 1;
  const symbol = `LIVE${count}`;
  await put(symbol, closes);
  await harness.addStock(token, symbol);
  const scope = { symbols: [symbol.toLowerCase()] };
  const add = async (ofStrategy: object) =>
    String(
      (await call('POST', '/strategies', { name: 'mine', rules: { ...rules, scope, ...ofStrategy } })).body
        .id,
    );
  const id = await add(changed);
  return {
    symbol,
    id,
    add,
    async refresh(newCloses: readonly number[]) {
      await put(symbol, newCloses);
      expect(await harness.refresh(token, symbol)).toMatchObject({ status: 'SUCCESS' });
    },
    /** Side and date of each signal of the stock, oldest first. */
    async orders(of = '') {
      const { body } = await call('GET', `/signals?symbol=${symbol}${of}`);
      return (body.signals as Entry[]).map(({ side, bar_date }) => `${side} ${bar_date}`).reverse();
    },
    async inbox() {
      return (await call('GET', `/signals?symbol=${symbol}`)).body.signals as Entry[];
    },
  };
}

describe('an active strategy', () => {
  it('gives a signal for each order that its simulation decides on new bars, and none on old ones', async () => {
    const { refresh, inbox, id, symbol } = await watching([9, 11, 12]);
    await refresh([9, 11, 12, 8]);
    expect(await inbox()).toEqual([
      expect.objectContaining({
        kind: 'signal',
        rule_id: null,
        strategy_id: id,
        side: 'exit',
        symbol,
        bar_date: dayOf(3),
        close: 8,
        values: [
          { operand: 'close', now: 8, before: 12 },
          { operand: '9', now: 9, before: 9 },
        ],
        sentence: `${symbol}: Sell at the next open, decided by "mine" at the close of Jan 4, 2020. Close 8.00.`,
      }),
    ]);
  });

  it('gives the signals of all missed nights at once, without those of stops', async () => {
    const { refresh, orders } = await watching([9], { exit: 'close < 10.5', stop_loss_percent: 10 });
    await refresh([9, 9, 11, 12, 9.5, 9.5, 11, 11, 10.2]);
    expect(await orders()).toEqual([`entry ${dayOf(2)}`, `entry ${dayOf(6)}`, `exit ${dayOf(8)}`]);
  });

  it('gives exits though the price is above the cash', async () => {
    const { refresh, orders } = await watching([9, 9], { entry: 'close > 20000', exit: 'close < 20000' });
    await refresh([9, 9, 30_000, 30_000, 9]);
    expect(await orders()).toEqual([`entry ${dayOf(2)}`, `exit ${dayOf(4)}`]);
  });

  it('gives no signal when it was switched on after the bar', async () => {
    const { refresh, orders, id } = await watching([9, 9]);
    await call('PATCH', `/strategies/${id}`, { is_active: false });
    await refresh([9, 9, 11]);
    await call('PATCH', `/strategies/${id}`, { is_active: true });
    await refresh([9, 9, 11, 12]);
    expect(await orders()).toEqual([]);
    await refresh([9, 9, 11, 12, 8]);
    expect(await orders()).toEqual([`exit ${dayOf(4)}`]);
  });

  it('arms an active strategy again when its rules change', async () => {
    const { refresh, orders, id, symbol } = await watching([9, 9]);
    const scope = { symbols: [symbol] };
    await refresh([9, 9, 9]);
    await files().put(symbol, [9, 9, 9, 11]);
    await call('PATCH', `/strategies/${id}`, { rules: { ...rules, scope, entry: 'close > 11.5' } });
    await refresh([9, 9, 9, 11, 12]);
    expect(await orders()).toEqual([`entry ${dayOf(4)}`]);
  });

  it('does not fire twice when the last bar is corrected', async () => {
    const { refresh, orders } = await watching([9, 9]);
    await refresh([9, 9, 11]);
    await refresh([9, 9, 12]);
    await refresh([9, 9, 8]);
    expect(await orders()).toEqual([`entry ${dayOf(2)}`]);
  });

  it('watches only the stocks of its scope', async () => {
    const { refresh, orders, add, symbol } = await watching([9, 9], { scope: { symbols: ['OTHER'] } });
    const favorites = await add({ scope: { favorites: true } });
    const all = await add({ scope: { watch_list: true } });
    await refresh([9, 9, 11]);
    expect(await orders(`&strategy_id=${all}`)).toEqual([`entry ${dayOf(2)}`]);
    expect(await orders()).toHaveLength(1);
    await call('PATCH', `/stocks/${symbol}`, { is_favorite: true });
    await refresh([9, 9, 11, 12]);
    await refresh([9, 9, 11, 12, 8]);
    expect(await orders(`&strategy_id=${favorites}`)).toEqual([`exit ${dayOf(4)}`]);
    for (const id of [favorites, all]) await call('DELETE', `/strategies/${id}`);
  });

  it('names the stocks on which it can give no signal, until it is switched off', async () => {
    const { refresh, id, symbol } = await watching([9, 9], { entry: 'close > sma(5)' });
    const problems = async () => (await call('GET', `/strategies/${id}`)).body.live_problems;
    expect(await problems()).toEqual([]);
    await refresh([9, 9, 11]);
    const message = `This strategy needs 6 bars, ${symbol} has 3`;
    expect(await problems()).toEqual([{ symbol, message }]);
    const renamed = await call('PATCH', `/strategies/${id}`, { name: 'still mine' });
    expect(renamed.body.live_problems).toEqual([{ symbol, message }]);
    await refresh([9, 9, 11, 9, 9, 11]);
    expect(await problems()).toEqual([]);
    await call('PATCH', `/strategies/${id}`, { rules: { ...rules, entry: 'close > sma(50)' } });
    await refresh([9, 9, 11, 9, 9, 11, 12]);
    expect(await problems()).toHaveLength(1);
    const { body } = await call('PATCH', `/strategies/${id}`, { is_active: false });
    expect(body.live_problems).toEqual([]);
  });

  it('leaves its signals when it is deleted', async () => {
    const { refresh, inbox, id } = await watching([9, 9]);
    await refresh([9, 9, 11]);
    await call('DELETE', `/strategies/${id}`);
    expect(await inbox()).toEqual([
      expect.objectContaining({ strategy_id: null, side: 'entry', bar_date: dayOf(2) }),
    ]);
  });
});

it('gives over many nights exactly the orders of the backtest of the whole history', async () => {
  const closes = Array.from({ length: 60 }, (_, day) => 100 + 12 * Math.sin(day / 2.3) + 5 * Math.cos(day));
  const nights = 40;
  const changed = {
    entry: 'close crosses above sma(4)',
    exit: 'close < sma(6)',
    max_bars: 4,
    stop_loss_percent: 6,
  };
  const { refresh, orders, id } = await watching(closes.slice(0, -nights), changed);
  for (let night = nights - 1; night >= 0; night -= 1) await refresh(closes.slice(0, closes.length - night));

  const settings = { fractional: true };
  const started = await call('POST', `/strategies/${id}/backtests`, { settings });
  await files().harness.waitForTask(`/strategies/task/${started.body.task_id}`, token);
  const path = `/backtests/${started.body.backtest_id}`;
  const { trades } = tradeList.parse((await call('GET', `${path}/trades`)).body);
  const { results } = (await call('GET', path)).body as { results: { pending: string | null }[] };
  const first = dayOf(closes.length - nights);
  const decidedAt = (bar: number) => dayOf(bar - 1);
  const expected = [
    ...trades.map(({ entry_bar }) => `entry ${decidedAt(entry_bar)}`),
    ...trades.flatMap(({ exit_bar, reason }) =>
      exit_bar !== null && (reason === 'exit' || reason === 'time') ? `exit ${decidedAt(exit_bar)}` : [],
    ),
    ...results.flatMap(({ pending }) => (pending ? `${pending} ${dayOf(closes.length - 1)}` : [])),
  ].filter((order) => order.slice(-10) >= first);
  expect(expected.length).toBeGreaterThan(4);
  expect((await orders()).sort()).toEqual(expected.sort());
});
