import type { RowType } from '../mapping-schema.ts';
import { absolute, isNegative, sum } from '../read/money.ts';
import { byNames, type Preset } from './preset.ts';

const moneyMoves = (amount: string | null): RowType => (isNegative(amount) ? 'WITHDRAWAL' : 'DEPOSIT');

export const schwab: Preset = {
  name: 'Schwab',
  isVerified: true,
  columnsOf: byNames({
    required: {
      date: 'Date',
      type: 'Action',
      symbol: 'Symbol',
      name: 'Description',
      quantity: 'Quantity',
      price: 'Price',
      fees: 'Fees & Comm',
      amount: 'Amount',
    },
    constants: { currency: 'USD' },
  }),
  types: {
    buy: 'BUY',
    sell: 'SELL',
    'reinvest shares': 'BUY',
    'qualified dividend': 'DIVIDEND',
    'cash dividend': 'DIVIDEND',
    'reinvest dividend': 'DIVIDEND',
    'nra tax adj': 'TAX',
    'bank interest': 'INTEREST',
    'service fee': 'FEE',
  },
  decimalMark: 'point',
  dayOrder: 'month_first',
  amount: 'net',
  signs: 'account',
  typeOf(text, cells) {
    if (text === 'moneylink transfer') return moneyMoves(cells.number('amount'));
    if (text !== 'journal') return undefined;
    if (cells.text('symbol') === '') return moneyMoves(cells.number('amount'));
    return isNegative(cells.number('quantity')) ? 'TRANSFER_OUT' : 'TRANSFER_IN';
  },
};

const fidelityActions: readonly (readonly [beginning: string, type: RowType])[] = [
  ['you bought', 'BUY'],
  ['you sold', 'SELL'],
  ['dividend received', 'DIVIDEND'],
  ['reinvestment', 'BUY'],
  ['electronic funds transfer received', 'DEPOSIT'],
  ['electronic funds transfer paid', 'WITHDRAWAL'],
];

export const fidelity: Preset = {
  name: 'Fidelity',
  isVerified: true,
  columnsOf: byNames({
    required: {
      date: 'Run Date',
      type: 'Action',
      symbol: 'Symbol',
      name: 'Description',
      quantity: 'Quantity',
      price: 'Price ($)',
      fees: 'Fees ($)',
      amount: 'Amount ($)',
    },
    requiredExtras: ['Commission ($)'],
    constants: { currency: 'USD' },
  }),
  decimalMark: 'point',
  dayOrder: 'month_first',
  amount: 'net',
  signs: 'account',
  typeOf: (text) => fidelityActions.find(([beginning]) => text.startsWith(beginning))?.[1],
  adjust(values, cells) {
    values.fees = sum(values.fees, absolute(cells.extraNumber('Commission ($)', 'fees')));
  },
};
