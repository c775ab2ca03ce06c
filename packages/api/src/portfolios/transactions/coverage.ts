import type { EntityManager, SplitChoiceRow, TransactionRow } from '@stockbook/db';
import { marketPriceRepository, stockChoiceRepository, transactionRepository } from '@stockbook/db';
import { fieldError } from '../../errors.ts';
import { findCoverageProblem, laterSale, newSale } from './coverage-problem.ts';

/** A change of a portfolio's book. */
export interface BookChange {
  readonly userId: string;
  readonly portfolioId: string;
  /** The transactions that are added or replace one of the same id. */
  readonly stored: readonly TransactionRow[];
  /** The ids of those that are deleted. */
  readonly removed?: readonly string[];
  /** The stocks whose sales may be concerned. */
  readonly stockIds: readonly number[];
  /** The names of the fields `quantity` of the transactions that the request names, by their ids. */
  readonly quantityFields?: ReadonlyMap<string, string>;
  /** A choice about a split that replaces the one before. */
  readonly splitChoice?: SplitChoiceRow;
  readonly today: string;
}

/**
 * Rejects a change that leaves a sale or a transfer uncovered. `tx` must have locked the portfolio and not changed it
 * yet. A book that was uncovered before, because a source has changed its splits, stays changeable.
 * @throws AppError BAD_REQUEST naming the first sale that is not covered
 */
export async function assertCovered(tx: EntityManager, change: BookChange): Promise<void> {
  const { userId, portfolioId, stored, removed = [], quantityFields } = change;
  const stockIds = [...new Set(change.stockIds)];
  if (stockIds.length === 0) return;
  const before = await transactionRepository.listOfStocks(tx, userId, portfolioId, stockIds);
  const gone = new Set([...removed, ...stored.map(({ id }) => id)]);
  const after = [...before.filter(({ id }) => !gone.has(id)), ...stored];
  const market = await readSplitsOf(tx, change, [...before, ...stored]);
  const splitChoices = withChoice(market.splitChoices, change.splitChoice);
  const problem = findCoverageProblem({
    before: { ...market, transactions: before },
    after: { ...market, splitChoices, transactions: after },
  });
  if (problem === null) return;
  const field = quantityFields?.get(problem.transactionId);
  throw field === undefined
    ? fieldError('quantity', laterSale(problem))
    : fieldError(field, newSale(problem));
}

function withChoice(
  choices: readonly SplitChoiceRow[],
  chosen: SplitChoiceRow | undefined,
): readonly SplitChoiceRow[] {
  if (!chosen) return choices;
  const { stockId, exDate } = chosen;
  return [...choices.filter((each) => each.stockId !== stockId || each.exDate !== exDate), chosen];
}

async function readSplitsOf(
  tx: EntityManager,
  { userId, portfolioId, stockIds, today }: BookChange,
  rows: readonly TransactionRow[],
) {
  const symbols = new Map(rows.map(({ stockId, symbol }) => [stockId, symbol ?? '']));
  const splits = await marketPriceRepository.listSplits(tx, stockIds);
  const splitChoices = await stockChoiceRepository.listSplitChoices(tx, userId, [portfolioId]);
  return { splits: Map.groupBy(splits, ({ stockId }) => symbols.get(stockId) ?? ''), splitChoices, today };
}
