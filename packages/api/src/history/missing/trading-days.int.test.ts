import { barSummaryRepository, type Database, priceBarRepository, stockRepository } from '@stockbook/db';
import { useTestDatabase } from '@stockbook/db/testing';
import { Stock } from '@stockbook/db/testing/entities';
import { expect, it } from 'vitest';
import { readTradingDays } from './trading-days.ts';

const now = new Date('2026-11-21T12:00:00Z');
const listing = { exchange: 'XNAS', timezone: 'America/New_York', type: 'equity' };

/** Stores bars of Yahoo with volume on the given days, as a refresh does. */
async function storeBars(database: Database, symbol: string, dates: readonly string[]): Promise<number> {
  const em = database.fork();
  const facts = {
    ...listing,
    symbol,
    name: symbol,
    isin: null,
    sector: null,
    industry: null,
    currency: 'USD',
  };
  const { id, barsRevision } = await stockRepository.upsertFacts(em, facts, now);
  const ones = dates.map(() => 1);
  await priceBarRepository.store(em, id, {
    date: dates,
    open: ones,
    high: ones,
    low: ones,
    close: ones,
    volume: ones,
  });
  const summary = await barSummaryRepository.summarize(em, id);
  await em.nativeUpdate(Stock, { id }, { ...summary, dataSource: 'yahoo', barsRevision: barsRevision + 1 });
  return id;
}

const daysFor = (database: Database, id: number) =>
  readTradingDays({ em: database.fork(), services: { database } }, { id, ...listing }, 'yahoo', '2026-11-01');

it('reads the days of an exchange once for all its stocks, and again after one has changed', async () => {
  const { database } = await useTestDatabase();
  await storeBars(database, 'PEER', ['2026-11-16', '2026-11-18']);
  const first = await daysFor(database, 0);
  expect(first.expected).toEqual(['2026-11-16', '2026-11-18']);
  expect(['2026-11-16', '2026-11-17', '2026-11-19'].map(first.isHoliday)).toEqual([false, true, false]);
  expect(await daysFor(database, -1)).toBe(first);
  await storeBars(database, 'PEER', ['2026-11-19']);
  expect((await daysFor(database, 0)).expected).toEqual(['2026-11-16', '2026-11-18', '2026-11-19']);
});

it('expects the days on which half of the stocks traded whose history covers them', async () => {
  const { database } = await useTestDatabase();
  await storeBars(database, 'LONG', ['2026-11-11', '2026-11-12', '2026-11-16', '2026-11-18']);
  await storeBars(database, 'LATE', ['2026-11-13', '2026-11-18']);
  await storeBars(database, 'NEW', ['2026-11-13', '2026-11-17', '2026-11-18']);
  const days = await daysFor(database, 0);
  expect(days.expected).toEqual(['2026-11-11', '2026-11-12', '2026-11-13', '2026-11-18']);
  expect(days.isHoliday('2026-11-17')).toBe(false);
});

it('keeps the days of databases apart', async () => {
  const [one, other] = await Promise.all([useTestDatabase(), useTestDatabase()]);
  await storeBars(one.database, 'PEER', ['2026-11-16']);
  await storeBars(other.database, 'PEER', ['2026-11-17']);
  expect((await daysFor(one.database, 0)).expected).toEqual(['2026-11-16']);
  expect((await daysFor(other.database, 0)).expected).toEqual(['2026-11-17']);
});
