import { describe, expect, it } from 'vitest';
import { useTestDatabase } from '../../testing/index.ts';
import { stockFacts } from '../../testing/test-rows.ts';
import * as priceBarRepository from './price-bar.repository.ts';
import * as stockRepository from './stock.repository.ts';
import * as stockActionRepository from './stock-action.repository.ts';

async function stockInDatabase() {
  const { database } = await useTestDatabase();
  const em = database.fork();
  const stock = await stockRepository.upsertFacts(em, stockFacts('TEST'), new Date());
  const other = await stockRepository.upsertFacts(em, stockFacts('OTHER'), new Date());
  return { em, stockId: stock.id, otherId: other.id };
}

const split = (exDate: string, numerator = 2) => ({ exDate, numerator, denominator: 1 });
const dividend = (exDate: string, amount = 0.25) => ({ exDate, amount, currency: 'USD' });

describe('stockActionRepository', () => {
  it('replaces splits from a day on and counts the changes', async () => {
    const { em, stockId, otherId } = await stockInDatabase();
    const replace = (from: string, ...splits: ReturnType<typeof split>[]) =>
      stockActionRepository.replaceSplits(em, stockId, from, splits);
    await stockActionRepository.replaceSplits(em, otherId, '1990-01-01', [split('2024-01-02')]);
    expect(await replace('1990-01-01', split('2020-01-02'), split('2024-01-02'))).toBe(2);
    expect(await replace('1990-01-01', split('2020-01-02'), split('2024-01-02'))).toBe(0);
    expect(await replace('2023-01-01', split('2024-01-03'))).toBe(2);
    expect(await replace('2023-01-01', split('2024-01-03', 3))).toBe(1);
    expect(await stockActionRepository.listSplits(em, stockId)).toEqual([
      split('2020-01-02'),
      split('2024-01-03', 3),
    ]);
    expect(await replace('1990-01-01')).toBe(2);
    expect(await stockActionRepository.listSplits(em, otherId)).toEqual([split('2024-01-02')]);
  });

  it('replaces dividends from a day on and counts the changes', async () => {
    const { em, stockId } = await stockInDatabase();
    const replace = (
      from: string,
      ...dividends: Parameters<typeof stockActionRepository.replaceDividends>[3]
    ) => stockActionRepository.replaceDividends(em, stockId, from, dividends);
    expect(await replace('1990-01-01', dividend('2020-01-02'), dividend('2024-01-02'))).toBe(2);
    expect(await replace('2023-01-01', dividend('2024-01-02'))).toBe(0);
    expect(await replace('2023-01-01', { ...dividend('2024-01-02', 0.5), currency: null })).toBe(1);
    expect(await stockActionRepository.listDividends(em, stockId)).toEqual([
      dividend('2020-01-02'),
      { ...dividend('2024-01-02', 0.5), currency: null },
    ]);
    expect(await replace('2021-01-01')).toBe(1);
    expect(await stockActionRepository.listDividends(em, stockId)).toEqual([dividend('2020-01-02')]);
  });

  it('lists dividends with the last close before their ex-date', async () => {
    const { em, stockId } = await stockInDatabase();
    const close = [10, 20, 30];
    const bars = { open: close, high: close, low: close, close, volume: close };
    await priceBarRepository.store(em, stockId, {
      date: ['2024-01-02', '2024-01-05', '2024-01-08'],
      ...bars,
    });
    const dates = ['2024-01-02', '2024-01-05', '2024-01-08', '2024-02-01'];
    await stockActionRepository.replaceDividends(
      em,
      stockId,
      '1990-01-01',
      dates.map((date) => dividend(date)),
    );
    expect(await stockActionRepository.listPricedDividends(em, stockId)).toEqual([
      { exDate: '2024-01-05', amount: 0.25, previousClose: 10 },
      { exDate: '2024-01-08', amount: 0.25, previousClose: 20 },
      { exDate: '2024-02-01', amount: 0.25, previousClose: 30 },
    ]);
  });
});
