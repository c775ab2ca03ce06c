import { dayNumber } from '@stockbook/common/days';
import { type EntityManager, marketPriceRepository, stockChoiceRepository } from '@stockbook/db';
import { type Split, splitFactor } from '@stockbook/portfolio';
import { Decimal } from 'decimal.js';

export interface Splits {
  /** The factor from shares of a day to today's shares. */
  factor(stockId: number, date: string): Decimal;
  /** The splits of a stock after a day, up to today, oldest first. */
  after(stockId: number, date: string): readonly Split[];
}

/** Reads the splits of stocks without those that a portfolio's user called a spin-off, in one query each. */
export async function readSplits(
  em: EntityManager,
  userId: string,
  portfolioId: string,
  stockIds: readonly number[],
  today: string,
): Promise<Splits> {
  const ids = [...new Set(stockIds)];
  const splits = ids.length === 0 ? [] : await marketPriceRepository.listSplits(em, ids);
  const choices =
    splits.length === 0 ? [] : await stockChoiceRepository.listSplitChoices(em, userId, [portfolioId]);
  const kept = new Set(
    choices.filter(({ choice }) => choice === 'kept').map(({ stockId, exDate }) => `${stockId} ${exDate}`),
  );
  const byStock = Map.groupBy(
    splits.filter(({ stockId, exDate }) => exDate <= today && !kept.has(`${stockId} ${exDate}`)),
    ({ stockId }) => stockId,
  );
  const of = (stockId: number) => byStock.get(stockId) ?? [];
  return {
    factor: (stockId, date) => new Decimal(splitFactor(of(stockId), dayNumber(date), dayNumber(today))),
    after: (stockId, date) => of(stockId).filter(({ exDate }) => exDate > date),
  };
}
