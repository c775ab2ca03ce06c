import { transactionTypes } from '@stockbook/common/transaction-types';
import { byNames, type Preset } from './preset.ts';

/** The columns of our own export, in their order. */
export const stockbookColumns = [
  'date',
  'type',
  'symbol',
  'isin',
  'name',
  'quantity',
  'price',
  'currency',
  'fees',
  'taxes',
  'amount',
  'fx_rate',
  'fx_currency',
  'ex_date',
  'to_amount',
  'to_currency',
  'external_id',
  'note',
] as const;

export const stockbook: Preset = {
  name: 'Stockbook',
  isVerified: true,
  columnsOf: byNames({ required: Object.fromEntries(stockbookColumns.map((name) => [name, name])) }),
  types: Object.fromEntries(transactionTypes.map((type) => [type.toLowerCase(), type])),
  decimalMark: 'point',
  amount: 'gross',
  signs: 'own',
};
