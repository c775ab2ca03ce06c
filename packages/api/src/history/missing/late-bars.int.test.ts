import { minuteMs } from '@stockbook/common/durations';
import { mapColumns, priceBarRepository, stockRepository } from '@stockbook/db';
import { useTestDatabase } from '@stockbook/db/testing';
import { Stock } from '@stockbook/db/testing/entities';
import { createProvider } from '@stockbook/market-data';
import { startYahooMockServer } from '@stockbook/market-data/testing';
import { expect, it, onTestFinished, vi } from 'vitest';
import { silentObserver } from '../../testing/silent-observer.ts';
import { presentStock } from '../../watch-list/watch-list.ts';
import { fetchHistory } from '../fetch-history.ts';

/** A mock server of Yahoo and a provider with a clock that the test moves. The bars of a day appear at midnight UTC. */
async function withYahoo(start: string) {
  let now = new Date(start);
  const clock = () => now;
  const mock = await startYahooMockServer({ clock });
  onTestFinished(() => mock.close());
  const { database } = await useTestDatabase();
  const marketData = createProvider({
    mode: 'yahoo',
    yahooUrl: mock.url,
    callSpacingMs: 0,
    isProduction: true,
    clock,
  });
  async function refresh(symbol: string) {
    const em = database.fork();
    const stock =
      (await stockRepository.findBySymbol(em, symbol, null)) ??
      (await stockRepository.upsertFacts(em, await marketData.lookup(symbol), now));
    const { signal } = new AbortController();
    const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
    await fetchHistory(
      {
        em,
        services: { database, marketData, clock, log, observer: silentObserver },
        signal,
        report: async () => {},
      },
      stock,
    );
    return presentStock(await database.fork().findOneOrFail(Stock, { symbol }));
  }
  return {
    mock,
    refresh,
    goTo(instant: string | Date) {
      now = new Date(instant);
      return now;
    },
    async refreshDueAt(symbol: string) {
      return (await database.fork().findOneOrFail(Stock, { symbol })).refreshDueAt;
    },
    /** The stored bars, and those that Yahoo has now. */
    async bars(symbol: string) {
      const { id } = await database.fork().findOneOrFail(Stock, { symbol });
      const { date, ...columns } = await priceBarRepository.readColumns(database.fork(), id);
      const stored = { date, ...mapColumns((name) => [...columns[name]]) };
      return { stored, published: (await marketData.history(symbol)).bars };
    },
  };
}

it('reports a close that is two hours late, and has it an hour after it is published', async () => {
  const { mock, refresh, goTo, refreshDueAt, bars } = await withYahoo('2026-11-03T00:30:00Z');
  await refresh('AAPL');
  mock.behave('late-row', { symbol: 'AAPL' });
  const published = new Date('2026-11-04T02:30:00Z');
  let now = goTo('2026-11-04T00:30:00Z');
  let stock = await refresh('AAPL');
  for (let round = 0; round < 10 && stock.pending_close_date !== null; round += 1) {
    expect(stock).toMatchObject({ pending_close_date: '2026-11-03', data_end_date: '2026-11-02' });
    now = goTo(await refreshDueAt('AAPL'));
    if (now >= published) mock.behaveWell();
    stock = await refresh('AAPL');
  }
  expect(stock).toMatchObject({ pending_close_date: null, data_end_date: '2026-11-03', missing_dates: [] });
  expect(now.getTime() - published.getTime()).toBeLessThanOrEqual(60 * minuteMs);
  const { stored, published: expected } = await bars('AAPL');
  expect(stored).toEqual(expected);
});

it('lists a session that Yahoo drops for five days, and stores it the night after it appears', async () => {
  const { mock, refresh, goTo, bars } = await withYahoo('2026-11-04T00:30:00Z');
  for (const symbol of ['MSFT', 'AAPL']) await refresh(symbol);
  mock.hide('AAPL', '2026-11-04');
  const missing = [];
  for (const day of ['05', '06', '07', '10', '11']) {
    goTo(`2026-11-${day}T00:30:00Z`);
    await refresh('MSFT');
    const { pending_close_date, missing_dates, left_out_bars } = await refresh('AAPL');
    missing.push([pending_close_date, ...missing_dates, left_out_bars]);
  }
  expect(missing).toEqual([['2026-11-04', 0], ...Array.from({ length: 4 }, () => [null, '2026-11-04', 0])]);
  mock.show('AAPL', '2026-11-04');
  goTo('2026-11-12T00:30:00Z');
  expect(await refresh('AAPL')).toMatchObject({ missing_dates: [], data_end_date: '2026-11-11' });
  const { stored, published } = await bars('AAPL');
  expect(stored).toEqual(published);
});

it('finds an old session that is missing by other stocks of the exchange, and stores it within a month', async () => {
  const { mock, refresh, goTo, bars } = await withYahoo('2026-09-01T00:30:00Z');
  mock.hide('AAPL', '2026-03-04');
  await refresh('MSFT');
  expect(await refresh('AAPL')).toMatchObject({ missing_dates: ['2026-03-04'], last_error: null });
  goTo('2026-09-20T00:30:00Z');
  mock.show('AAPL', '2026-03-04');
  expect(await refresh('AAPL')).toMatchObject({ missing_dates: ['2026-03-04'] });
  goTo('2026-10-02T00:30:00Z');
  expect(await refresh('AAPL')).toMatchObject({ missing_dates: [] });
  const { stored, published } = await bars('AAPL');
  expect(stored).toEqual(published);
});

it('keeps stored sessions that a monthly reading lacks', async () => {
  const { mock, refresh, goTo, bars } = await withYahoo('2026-09-01T00:30:00Z');
  await refresh('AAPL');
  mock.hide('AAPL', '2026-03-04');
  goTo('2026-10-02T00:30:00Z');
  expect(await refresh('AAPL')).toMatchObject({ data_end_date: '2026-10-01', missing_dates: [] });
  expect((await bars('AAPL')).stored.date).toContain('2026-03-04');
});

it('rejects and counts a flat bar without volume when no other stock traded', async () => {
  const { mock, refresh, goTo, bars } = await withYahoo('2026-11-03T00:30:00Z');
  for (const symbol of ['MSFT', 'NVDA']) mock.hide(symbol, '2026-10-26');
  for (const symbol of ['AAPL', 'MSFT', 'NVDA']) mock.flatten(symbol, '2026-10-27');
  mock.flatten('AAPL', '2026-10-26');
  mock.flatten('AAPL', '2026-10-28');
  // The first stock of its exchange cannot be compared.
  expect(await refresh('AAPL')).toMatchObject({ left_out_bars: 0, missing_dates: [] });
  for (const symbol of ['MSFT', 'NVDA']) await refresh(symbol);
  goTo('2026-11-04T00:30:00Z');
  const holidays = ['2026-10-26', '2026-10-27'];
  expect(await refresh('AAPL')).toMatchObject({ left_out_bars: 2, missing_dates: holidays });
  goTo('2026-11-05T00:30:00Z');
  expect(await refresh('AAPL')).toMatchObject({ left_out_bars: 2, missing_dates: holidays });
  const { date } = (await bars('AAPL')).stored;
  expect(date.filter((day) => day >= '2026-10-26' && day <= '2026-10-28')).toEqual(['2026-10-28']);
});
