import type { SplitChoice, Transaction } from '@stockbook/portfolio';
import type { MovePlan, PlannedPortfolio, PlannedTransaction } from './plan.ts';

/** A planned transaction, or a stored one that stands for it, as far as a book needs it. */
type BookedTransaction = Omit<PlannedTransaction, 'line' | 'note' | 'externalId' | 'transfer' | 'exDate'>;

/**
 * The transactions as a book has them, with the keys of portfolios and securities as its ids and symbols. Their ids are
 * their places.
 */
export function bookTransactions(
  transactions: readonly BookedTransaction[],
  portfolios: readonly Pick<PlannedPortfolio, 'key' | 'currency'>[],
): Transaction[] {
  const currencies = new Map(portfolios.map(({ key, currency }) => [key, currency]));
  return transactions.map((transaction, index) => {
    const { portfolio, type, date, security, quantity, price, amount, currency, fees, taxes } = transaction;
    const { fxRate, toAmount, toCurrency } = transaction;
    return {
      id: String(index),
      portfolioId: portfolio,
      type,
      date,
      ordinal: index + 1,
      symbol: security,
      quantity,
      price,
      amount,
      currency,
      fees,
      taxes,
      fxRate,
      fxCurrency: fxRate === null ? null : (currencies.get(portfolio) ?? null),
      exDate: null,
      toAmount,
      toCurrency,
      transferId: null,
    };
  });
}

/** The splits after which the shares stay, in each of the portfolios. */
export function bookSplitChoices(
  keptSplits: MovePlan['keptSplits'],
  portfolios: readonly Pick<PlannedPortfolio, 'key'>[],
): SplitChoice[] {
  return portfolios.flatMap(({ key }) =>
    keptSplits.map(
      ({ security, date }): SplitChoice => ({
        portfolioId: key,
        symbol: security,
        exDate: date,
        choice: 'kept',
      }),
    ),
  );
}
