import { expect, it } from 'vitest';
import { useTestDatabase } from '../../testing/index.ts';
import { stockFacts } from '../../testing/test-rows.ts';
import * as bookRepository from '../portfolios/book.repository.ts';
import * as packedClosesRepository from './packed-closes.repository.ts';
import * as priceBarRepository from './price-bar.repository.ts';
import * as stockRepository from './stock.repository.ts';

const barsOf = (closes: Readonly<Record<string, number>>) => {
  const close = Object.values(closes);
  return { date: Object.keys(closes), open: close, high: close, low: close, close, volume: close };
};

/** A stock with bars around two turns of the year, and a function that returns its packed closes. */
async function withStock() {
  const { database } = await useTestDatabase();
  const em = database.fork();
  const { id } = await stockRepository.upsertFacts(em, stockFacts('TEST'), new Date());
  await priceBarRepository.insert(
    em,
    id,
    barsOf({ '2022-12-30': 1, '2023-01-02': 2, '2023-12-29': 3, '2024-01-02': 4 }),
  );
  await packedClosesRepository.repack(em, id, null);
  const closesFrom = async (from: string) => [
    ...((await bookRepository.readCloses(em, [id], from)).get(id)?.closes ?? []),
  ];
  return { em, id, closesFrom };
}

it.each([
  ['1990-01-01', [1, 2, 3, 4]],
  ['2023-01-01', [1, 2, 3, 4]],
  ['2023-01-02', [2, 3, 4]],
  ['2024-01-01', [3, 4]],
  ['2030-01-01', [4]],
])('reads closes from the last one up to %s on', async (from, closes) => {
  const { closesFrom } = await withStock();
  expect(await closesFrom(from)).toEqual(closes);
});

it('packs only the years from the first change on again', async () => {
  const { em, id, closesFrom } = await withStock();
  await priceBarRepository.store(em, id, barsOf({ '2022-12-30': 10, '2024-01-02': 40, '2024-01-03': 50 }));
  await packedClosesRepository.repack(em, id, '2024-01-02');
  expect(await closesFrom('1990-01-01')).toEqual([1, 2, 3, 40, 50]);
});

it('removes the closes of years whose bars are deleted', async () => {
  const { em, id, closesFrom } = await withStock();
  await priceBarRepository.deleteOthers(em, id, ['2023-01-02']);
  await packedClosesRepository.repack(em, id, '2024-01-02');
  expect(await closesFrom('1990-01-01')).toEqual([1, 2, 3]);
  await packedClosesRepository.repackAll(em);
  expect(await closesFrom('1990-01-01')).toEqual([2]);
});
