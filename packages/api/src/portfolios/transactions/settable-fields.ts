import { transactionTypes } from '@stockbook/common/transaction-types';
import { z } from 'zod';
import { limitedText, nullIfBlank, oneLine } from '../../primitives.ts';
import {
  dateFrom1970,
  firstDay,
  moneyCurrency,
  moneyOf,
  quantityOf,
  rateOf,
  signedMoneyOf,
  stockSymbolOf,
} from '../fields.ts';

const type = z.enum(transactionTypes, {
  error: ({ input }) =>
    input === undefined ? 'type is required' : `type must be one of ${transactionTypes.join(', ')}`,
});

const nullableText = (label: string, maximum: number, example: string) =>
  limitedText(label, maximum)
    .nullable()
    .meta({ examples: [example] })
    .transform(nullIfBlank);

/** The fields of a transaction that a user sets. Which of them it needs and may have depends on its type. */
export const settable = {
  type: type.meta({ examples: ['BUY'] }),
  date: dateFrom1970('date', 'A transaction must lie after 1969').meta({
    description: `From ${firstDay} to tomorrow in UTC`,
    examples: ['2024-05-20'],
  }),
  symbol: stockSymbolOf('symbol', 'NVDA').nullable().meta({ description: 'A stock that the system knows' }),
  quantity: quantityOf('quantity').nullable(),
  price: moneyOf('price', 947.8).nullable(),
  amount: signedMoneyOf('amount', 1000).nullable(),
  currency: moneyCurrency('currency')
    .nullable()
    .meta({ description: 'Default: that of the stock, else that of the portfolio', examples: ['USD'] }),
  fees: moneyOf('fees', 1).nullable(),
  taxes: moneyOf('taxes', 0).nullable(),
  fx_rate: rateOf('fx_rate').nullable(),
  ex_date: dateFrom1970('ex_date')
    .nullable()
    .meta({ examples: ['2024-06-11'] }),
  to_amount: moneyOf('to_amount', 3292.5).nullable(),
  to_currency: moneyCurrency('to_currency', 'EUR').nullable(),
  note: nullableText('note', 1_000, 'monthly'),
  external_id: limitedText('external_id', 100)
    .check(oneLine('external_id'))
    .nullable()
    .meta({ description: 'Unique in the portfolio', examples: ['2304030003120950675'] })
    .transform(nullIfBlank),
};
