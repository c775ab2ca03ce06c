import { AppError } from '#src/app-error.ts';
import { checkFields } from '#src/portfolios/transactions/check-fields.ts';
import type { PlannedPortfolio, PlannedTransaction } from '../plan.ts';

/** The ranges of stored numbers: those of the calls. */
const [maxQuantity, maxMoney, maxRate] = [1e12, 1e15, 1e12];

/** The sentence of the first transaction that cannot be stored; null if all can. */
export function findProblem(
  transactions: readonly PlannedTransaction[],
  portfolioOf: ReadonlyMap<string, PlannedPortfolio>,
  lastDay: string,
): string | null {
  for (const transaction of transactions) {
    const problem = problemOf(transaction, portfolioOf.get(transaction.portfolio)?.currency ?? null, lastDay);
    if (problem !== null) return problem;
  }
  return null;
}

function problemOf(transaction: PlannedTransaction, home: string | null, lastDay: string): string | null {
  const { security, fxRate, quantity, price, amount, fees, taxes, toAmount } = transaction;
  if (Math.abs(Number(quantity ?? 0)) > maxQuantity) return 'The quantity is too large';
  const money = [price, amount, fees, taxes, toAmount].map((text) => Math.abs(Number(text ?? 0)));
  if (Math.max(...money) > maxMoney) return 'The amount is too large';
  if (fxRate !== null && !(Number(fxRate) > 0 && Number(fxRate) <= maxRate))
    return 'The rate is not possible';
  if (quantity !== null && !(Number(quantity) > 0)) return 'The quantity must be above 0';
  if (price !== null && Number(price) < 0) return 'The price must not be negative';
  try {
    checkFields(
      { ...transaction, symbol: security, stockId: null, fxCurrency: fxRate === null ? null : home },
      lastDay,
    );
    return null;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.message;
  }
}
