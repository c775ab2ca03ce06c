import { type EntityManager, stockRepository, userRepository } from '@stockbook/db';
import { dayInUtc, lastDay } from '../day.ts';
import { lockPortfolio } from '../portfolios.ts';
import { assertCovered } from './coverage.ts';
import { draftOf } from './drafts.ts';
import type { NewTransaction } from './schemas.ts';
import { assertTransactionQuotas, type BookContext, rowsOf, saveRows, withQuoteCurrencies } from './store.ts';

/** A transaction of an export, with what no user enters. */
export interface RestoredTransaction extends NewTransaction {
  /** Currency of `fx_rate`: that of the portfolio may have changed since. */
  readonly fx_currency?: string | null | undefined;
  readonly transfer_id?: string | null | undefined;
}

/**
 * Stores transactions of an export as they are: puts no stock on the watch list, and requires no rates and prices,
 * which may come later. Those of stocks that the system does not know are left out.
 * @returns the unknown symbols, and how many transactions were left out
 * @throws AppError NOT_FOUND, BAD_REQUEST if one is not valid or leaves a sale uncovered, CONFLICT if a quota or an
 *   `external_id` is used up
 */
export async function restoreTransactions(
  tx: EntityManager,
  ctx: BookContext,
  portfolioId: string,
  transactions: readonly RestoredTransaction[],
): Promise<{ unknown: string[]; leftOut: number }> {
  const { user, services } = ctx;
  const now = services.clock();
  await userRepository.lockForUpdate(tx, user.id);
  const symbols = new Set(transactions.flatMap(({ symbol }) => symbol ?? []));
  const found = await stockRepository.keepBySymbols(tx, user.id, [...symbols]);
  const portfolio = await lockPortfolio(tx, user.id, portfolioId);
  const bySymbol = new Map(found.map((stock) => [stock.symbol, stock]));
  const stocks = await withQuoteCurrencies(tx, user.id, portfolio.id, bySymbol);
  const known = transactions.filter(({ symbol }) => !symbol || stocks.has(symbol));
  await assertTransactionQuotas(tx, ctx, portfolio.id, known.length);
  const drafts = known.map((transaction) => {
    const currency = transaction.fx_currency ?? portfolio.currency;
    return draftOf(transaction, { portfolio: { currency }, stocks, lastDay: lastDay(now) });
  });
  const rows = await rowsOf(tx, user.id, portfolio.id, drafts, {
    stocks,
    now,
    importId: null,
    transferIdOf: (index) => known[index]?.transfer_id ?? null,
  });
  await assertCovered(tx, {
    userId: user.id,
    portfolioId: portfolio.id,
    stored: rows,
    stockIds: rows.flatMap(({ stockId }) => stockId ?? []),
    today: dayInUtc(now),
  });
  await saveRows(tx, ctx, portfolio, rows);
  return {
    unknown: [...symbols].filter((symbol) => !stocks.has(symbol)),
    leftOut: transactions.length - known.length,
  };
}
