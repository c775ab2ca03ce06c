import { randomUUID } from 'node:crypto';
import {
  calculatedIndicatorRepository,
  type Database,
  type EntityManager,
  priceBarRepository,
  stockRepository,
} from '@stockbook/db';
import { sql, userRow, useTestDatabase } from '@stockbook/db/testing';
import { Stock, User } from '@stockbook/db/testing/entities';
import { createProvider, type MarketDataProvider } from '@stockbook/market-data';
import { expect, it, vi } from 'vitest';
import { silentObserver } from '../testing/silent-observer.ts';
import { fetchHistory } from './fetch-history.ts';

const now = new Date('2026-11-21T12:00:00Z');
const days = Array.from({ length: 40 }, (_, day) =>
  new Date(Date.UTC(2026, 8, 1 + day)).toISOString().slice(0, 10),
);

/** A stock with 30 bars at price 10 and with indicators, and a refresh that gets 40 bars at `newPrice`. */
async function withIndicators(functions: readonly string[], newPrice = 20) {
  const { database } = await useTestDatabase();
  const simulated = createProvider({ mode: 'simulated', isProduction: false });
  const em = database.fork();
  const { id: stockId } = await stockRepository.upsertFacts(em, await simulated.lookup('AAPL'), now);
  const userId = randomUUID();
  await em.insert(User, userRow(userId, 'reader', now));
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  let sent = { dates: days.slice(0, 30), price: 10 };
  const marketData: MarketDataProvider = {
    ...simulated,
    mode: 'yahoo',
    async history(symbol, { from = '' } = {}) {
      const date = sent.dates.filter((day) => day >= from);
      const price = date.map(() => sent.price);
      return {
        instrument: await simulated.lookup(symbol),
        source: 'yahoo',
        bars: { date, open: price, high: price, low: price, close: price, volume: price },
        splits: [],
        dividends: [],
        rejectedDates: [],
      };
    },
  };
  const fetch = async (): Promise<Stock> =>
    fetchHistory(
      {
        em: database.fork(),
        services: { database, marketData, clock: () => now, log, observer: silentObserver },
        signal: new AbortController().signal,
        report: async () => {},
      },
      await database.fork().findOneOrFail(Stock, { id: stockId }),
    );
  const add = (on: EntityManager, indicatorFunction: string, timeperiod: number) =>
    calculatedIndicatorRepository.save(
      on,
      randomUUID(),
      { userId, stockId, indicatorFunction, indicatorName: `${timeperiod}`, parameters: { timeperiod } },
      { outputs: ['real'], values: [10], dataStartDate: days[29] ?? '', dataEndDate: days[29] ?? '' },
      now,
    );
  await fetch();
  for (const name of functions) await add(em, name, 5);
  sent = { dates: days, price: newPrice };
  return {
    database,
    stockId,
    log,
    fetch,
    add,
    async indicators() {
      const ids = (await calculatedIndicatorRepository.listOfUser(database.fork(), userId, stockId)).map(
        ({ id }) => id,
      );
      const read = await calculatedIndicatorRepository.listWithValues(database.fork(), userId, stockId, ids);
      return read.indicators;
    },
  };
}

/** Locks the stock's row, starts a refresh, and runs `work` while the refresh waits for the lock. */
async function whileRefreshWaits(
  { database, stockId, fetch }: { database: Database; stockId: number; fetch: () => Promise<Stock> },
  work: (tx: EntityManager) => Promise<void>,
): Promise<Stock> {
  const { refresh } = await database.fork().transactional(async (tx) => {
    await sql`select from stock where id = ${stockId} for update`.execute(tx.getKysely());
    const fetching = fetch();
    const waiting = sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
    `;
    await expect.poll(async () => (await waiting.execute(database.fork().getKysely())).rows.length).toBe(1);
    await work(tx);
    return { refresh: fetching };
  });
  return refresh;
}

it('calculates indicators before locking the stock', async () => {
  const setting = await withIndicators(['SMA', 'UNKNOWN']);
  await whileRefreshWaits(setting, async () => {
    // The failed calculation of UNKNOWN is logged.
    expect(setting.log.warn).toHaveBeenCalledWith(
      expect.objectContaining({ indicatorFunction: 'UNKNOWN' }),
      'an indicator could not be calculated',
    );
  });
  const lines = (await setting.indicators()).map(({ indicatorFunction, values }) => [
    indicatorFunction,
    ...Array.from(values),
  ]);
  expect(lines).toEqual(expect.arrayContaining([['UNKNOWN'], ['SMA', ...new Array<number>(36).fill(20)]]));
});

it('recalculates an indicator when it was added after the calculation began', async () => {
  const setting = await withIndicators(['SMA']);
  await whileRefreshWaits(setting, async (tx) => {
    await setting.add(tx, 'SMA', 7);
  });
  const indicators = await setting.indicators();
  expect(indicators.map(({ indicatorName, values }) => [indicatorName, values.length, values[0]])).toEqual(
    expect.arrayContaining([
      ['5', 36, 20],
      ['7', 34, 20],
    ]),
  );
});

it('calculates again when the stored bars change after the calculation began', async () => {
  const setting = await withIndicators(['SMA'], 10);
  await whileRefreshWaits(setting, async (tx) => {
    const bar = [100];
    const bars = { date: ['2026-08-31'], open: bar, high: bar, low: bar, close: bar, volume: bar };
    await priceBarRepository.store(tx, setting.stockId, bars);
    await sql`update stock set bars_revision = bars_revision + 1 where id = ${setting.stockId}`.execute(
      tx.getKysely(),
    );
  });
  const [indicator] = await setting.indicators();
  expect(indicator).toMatchObject({ dataStartDate: days[3], dataEndDate: days[39] });
  expect(indicator && Array.from(indicator.values)).toEqual([28, ...new Array<number>(36).fill(10)]);
});
