import { transactionTypes } from '@stockbook/common/transaction-types';
import { stockbookColumns } from '../../exports/stockbook-csv.ts';
import { byNames, type Preset } from './preset.ts';

export const stockbook: Preset = {
  name: 'Stockbook',
  isVerified: true,
  columnsOf: byNames({ required: Object.fromEntries(stockbookColumns.map((name) => [name, name])) }),
  types: Object.fromEntries(transactionTypes.map((type) => [type.toLowerCase(), type])),
  decimalMark: 'point',
  amount: 'gross',
  signs: 'own',
};
