import { mainCurrency } from '@stockbook/common/currencies';
import { formatDay } from '@stockbook/common/days';
import type { EntityManager, Portfolio, TransactionRow } from '@stockbook/db';
import { readRates } from '../rates.ts';
import { TransactionFieldError } from './check-fields.ts';
import { readMarketPrices } from './present.ts';
import { readSplits } from './splits.ts';

/** The transactions of a request in their order, and the portfolio that they are for. */
export interface PriceCheck {
  readonly userId: string;
  readonly portfolio: Pick<Portfolio, 'id' | 'currency'>;
  readonly rows: readonly TransactionRow[];
  readonly today: string;
  /** Wraps the error of the transaction at an index of `rows`. */
  readonly at: (index: number, error: TransactionFieldError) => TransactionFieldError;
}

/** Whether a transaction has money that is converted at the rate of its day. */
const needsRate = ({ type, price }: TransactionRow) =>
  type !== 'EXCHANGE' && type !== 'TRANSFER_OUT' && (type !== 'TRANSFER_IN' || price !== null);

/**
 * Rejects money whose currency has no rate on its day. A currency whose pair the system does not have is accepted: the
 * pair is fetched afterwards.
 * @throws TransactionFieldError
 */
export async function assertRates(
  em: EntityManager,
  { userId, portfolio, rows, at }: PriceCheck,
): Promise<void> {
  const rates = await readRates(em, userId, portfolio, rows.filter(needsRate));
  for (const [index, row] of rows.entries()) {
    if (!needsRate(row) || row.fxRate !== null || rates.rate(row) || !rates.hasPair(row.currency)) continue;
    const currency = mainCurrency(row.currency);
    const isNamed = rows.some(
      (other) => other.fxRate !== null && other.date <= row.date && mainCurrency(other.currency) === currency,
    );
    if (isNamed) continue;
    const message = `There is no ${currency}/${portfolio.currency} rate for ${formatDay(row.date)}: enter the rate you paid`;
    throw at(index, new TransactionFieldError('fx_rate', message));
  }
}

/**
 * Rejects shares that were brought in without a cost on a day without a price.
 * @throws TransactionFieldError
 */
export async function assertCosts(
  em: EntityManager,
  { userId, portfolio, rows, today, at }: PriceCheck,
): Promise<void> {
  const unpriced = rows.filter(({ type, price }) => type === 'TRANSFER_IN' && price === null);
  if (unpriced.length === 0) return;
  const stockIds = unpriced.flatMap(({ stockId }) => stockId ?? []);
  const splits = await readSplits(em, userId, portfolio.id, stockIds, today);
  const prices = await readMarketPrices(em, userId, portfolio.id, unpriced, splits);
  for (const row of unpriced) {
    if (prices.has(row.id)) continue;
    const message = `There is no price of ${row.symbol} for ${formatDay(row.date)}: enter what it had cost`;
    throw at(rows.indexOf(row), new TransactionFieldError('price', message));
  }
}
