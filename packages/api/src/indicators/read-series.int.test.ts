import { priceBarRepository, stockRepository } from '@stockbook/db';
import { useTestDatabase } from '@stockbook/db/testing';
import { expect, it } from 'vitest';
import { readKeptBars } from './read-series.ts';

const facts = {
  symbol: 'TEST',
  name: 'Test',
  isin: null,
  exchange: null,
  sector: null,
  industry: null,
  currency: null,
  type: null,
  timezone: null,
};

it('reads the bars of a stock once for each revision', async () => {
  const { database } = await useTestDatabase();
  const em = database.fork();
  const { id: stockId } = await stockRepository.upsertFacts(em, facts, new Date());
  const store = (close: number) =>
    priceBarRepository.store(em, stockId, {
      date: ['2026-11-20'],
      open: [1],
      high: [3],
      low: [1],
      close: [close],
      volume: [7],
    });
  await store(1.5);
  const first = await readKeptBars({ em, services: { database } }, { stockId, barsRevision: 1 });
  expect(first).toMatchObject({ date: ['2026-11-20'], close: Float64Array.of(1.5) });
  await store(2.5);
  expect(await readKeptBars({ em, services: { database } }, { stockId, barsRevision: 1 })).toBe(first);
  const second = await readKeptBars({ em, services: { database } }, { stockId, barsRevision: 2 });
  expect(second.close).toEqual(Float64Array.of(2.5));
});
