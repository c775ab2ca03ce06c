import type { Transaction } from '@stockbook/api/schemas';
import { formatMoney, formatQuotedPrice, formatShares } from '../format.ts';

/** The texts of a row, the same in the table and in a card: a nominal value has a price in per cent. */
export function textsOf(transaction: Transaction, portfolioCurrency: string, isNominal: boolean) {
  const { quantity, price, amount, currency, fees, taxes, value, fx_rate, to_amount } = transaction;
  const costs = [
    ...(fees === 0 ? [] : [`${formatMoney(fees, currency)} fees`]),
    ...(taxes === 0 ? [] : [`${formatMoney(taxes, currency)} taxes`]),
  ];
  const arrived =
    to_amount === null ? '' : ` → ${formatMoney(to_amount, transaction.to_currency ?? portfolioCurrency)}`;
  return {
    shares: quantity === null ? '' : formatShares(quantity),
    price: price === null ? '' : formatQuotedPrice(price, currency, isNominal),
    amount: amount === null ? '' : `${formatMoney(amount, currency)}${arrived}`,
    costs: costs.join(', '),
    value: formatMoney(value, portfolioCurrency),
    rate: fx_rate === null ? '' : `at ${fx_rate} ${transaction.fx_currency}`,
  };
}

/** Said of rows that are kept, but count in no figure. */
export const uncountedSentence = 'Counts once you track cash';
