import { randomUUID } from 'node:crypto';
import { portfolioRepository, signalRepository, stockRepository, transactionRepository } from '@stockbook/db';
import { sql, userRow, useTestDatabase } from '@stockbook/db/testing';
import { User } from '@stockbook/db/testing/entities';
import { createProvider, type History, type MarketDataProvider } from '@stockbook/market-data';
import { expect, it } from 'vitest';
import { fetchHistory } from '../history/fetch-history.ts';
import { silentObserver } from '../testing/silent-observer.ts';

const now = new Date('2026-11-21T12:00:00Z');
const days = ['2026-11-02', '2026-11-03', '2026-11-04', '2026-11-05', '2026-11-06', '2026-11-09'];

/** A user with portfolios that hold a stock, and a source whose next answer is the argument of `fetch`. */
async function holding() {
  const { database } = await useTestDatabase();
  const simulated = createProvider({ mode: 'simulated', isProduction: false });
  const em = database.fork();
  const { id: stockId } = await stockRepository.upsertFacts(em, await simulated.lookup('KO'), now);
  const userId = randomUUID();
  await em.insert(User, userRow(userId, 'reader', now));
  const addPortfolio = async (name: string, notifyDividends = true) => {
    const id = randomUUID();
    const settings = {
      description: null,
      currency: 'EUR',
      cashTracking: false,
      costMethod: 'fifo',
      taxYearStart: '01-01',
      dividendTaxPercent: '0',
      riskFreePercent: '0',
      isExample: false,
    } as const;
    const portfolio = {
      id,
      userId,
      benchmarkId: null,
      name,
      notifyDividends,
      createdAt: now,
      updatedAt: now,
    };
    await portfolioRepository.add(em, { ...settings, ...portfolio });
    return id;
  };
  const add = (portfolioId: string, type: 'BUY' | 'SELL' | 'DIVIDEND', date: string) =>
    transactionRepository.addAll(em, userId, portfolioId, [
      {
        id: randomUUID(),
        type,
        date,
        ordinal: 1,
        stockId,
        quantity: type === 'DIVIDEND' ? null : '2',
        price: type === 'DIVIDEND' ? null : '60',
        amount: type === 'DIVIDEND' ? '1' : null,
        currency: 'USD',
        fees: '0',
        taxes: '0',
        fxRate: null,
        fxCurrency: null,
        exDate: null,
        toAmount: null,
        toCurrency: null,
        note: null,
        externalId: null,
        importId: null,
        transferId: null,
        createdAt: now,
        updatedAt: now,
      },
    ]);
  return {
    addPortfolio,
    add,
    execute: (statement: string) => sql.raw(statement).execute(em.getKysely()),
    async fetch(
      barCount: number,
      exDates: readonly string[],
      { source = 'yahoo', at = now }: { source?: History['source']; at?: Date } = {},
    ) {
      const price = days.slice(0, barCount).map((_, index) => 60 + index);
      const marketData: MarketDataProvider = {
        ...simulated,
        mode: 'yahoo',
        async history(symbol, { from = '' } = {}) {
          const date = days.slice(0, barCount).filter((day) => day >= from);
          const bars = price.slice(-date.length);
          return {
            instrument: await simulated.lookup(symbol),
            source,
            bars: { date, open: bars, high: bars, low: bars, close: bars, volume: bars },
            splits: [],
            dividends: exDates
              .filter((day) => day >= from)
              .map((date_) => ({ date: date_, amount: 0.5, currency: 'USD' })),
            rejectedDates: [],
          };
        },
      };
      const log = { info() {}, warn() {}, error() {} };
      const services = { database, marketData, clock: () => at, log, observer: silentObserver };
      const stock = await stockRepository.reload(database.fork(), { id: stockId });
      const { signal } = new AbortController();
      await fetchHistory({ em: database.fork(), services, signal, report: async () => {} }, stock);
    },
    async notices() {
      const { signals } = await signalRepository.listOfUser(database.fork(), userId, {});
      return signals.map(({ kind, symbol, barDate, sentence }) => [kind, symbol, barDate, sentence]);
    },
  };
}

it('reports a new dividend once for each portfolio that lacks it', async () => {
  const { addPortfolio, add, execute, fetch, notices } = await holding();
  for (const name of ['First', 'Second']) await add(await addPortfolio(name), 'BUY', '2026-11-02');
  await add(await addPortfolio('Silent', false), 'BUY', '2026-11-02');
  await add(await addPortfolio('Late'), 'BUY', '2026-11-05');
  const taken = await addPortfolio('Taken');
  await add(taken, 'BUY', '2026-11-02');
  await add(taken, 'DIVIDEND', '2026-11-06');
  const sold = await addPortfolio('Sold');
  await add(sold, 'BUY', '2026-11-02');
  await add(sold, 'SELL', '2026-11-04');
  const dismissed = await addPortfolio('Dismissed');
  await add(dismissed, 'BUY', '2026-11-02');
  await execute(`insert into dismissed_dividend select '${dismissed}', id, '2026-11-05' from stock`);
  await fetch(3, []);
  await fetch(4, ['2026-11-05']);
  const expected = ['First', 'Second'].map((name) => [
    'notice',
    'KO',
    '2026-11-05',
    `A dividend of KO may be missing in ${name}`,
  ]);
  expect((await notices()).toSorted()).toEqual(expected);
  await fetch(5, ['2026-11-05']);
  // The source loses the dividend for a day.
  await fetch(5, []);
  await fetch(6, ['2026-11-05']);
  expect((await notices()).toSorted()).toEqual(expected);
});

it('does not report the dividends of a first history and of another source', async () => {
  const { addPortfolio, add, fetch, notices } = await holding();
  await add(await addPortfolio('First'), 'BUY', '2026-11-02');
  await fetch(3, ['2026-11-03']);
  await fetch(4, ['2026-11-03', '2026-11-04'], { source: 'tiingo' });
  expect(await notices()).toEqual([]);
});

it('reports a dividend that was announced before, on its day', async () => {
  const { addPortfolio, add, fetch, notices } = await holding();
  await add(await addPortfolio('First'), 'BUY', '2026-11-02');
  await fetch(3, []);
  const before = new Date('2026-11-05T22:00:00Z');
  await fetch(4, ['2026-11-06'], { at: before });
  expect(await notices()).toEqual([]);
  await fetch(5, ['2026-11-06']);
  expect(await notices()).toHaveLength(1);
});
