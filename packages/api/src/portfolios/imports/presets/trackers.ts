import { isZero, negated, product } from '../read/money.ts';
import type { RowValues } from '../read/rows.ts';
import { byNames, normalType, type Preset } from './preset.ts';

/** Quantity × price of a row that has no amount. */
function moneyOf({ quantity, price }: RowValues): string | null {
  return quantity === null || price === null ? null : product(quantity, price);
}

/** Of each column any of its names, as its own import accepts them. */
export const ghostfolio: Preset = {
  name: 'Ghostfolio',
  isVerified: true,
  columnsOf: byNames({
    required: {
      date: ['date', 'tradedate'],
      symbol: ['code', 'symbol', 'ticker'],
      type: ['action', 'type', 'buy/sell'],
      quantity: ['quantity', 'qty', 'shares', 'units'],
      currency: ['currency', 'ccy', 'currencyprimary'],
      fees: ['fee', 'commission', 'ibcommission'],
      price: ['unitprice', 'price', 'tradeprice', 'value'],
    },
    optional: { note: ['comment', 'note'] },
  }),
  types: {
    buy: 'BUY',
    sell: 'SELL',
    dividend: 'DIVIDEND',
    fee: 'FEE',
    interest: 'INTEREST',
    liability: 'skip',
  },
  amount: 'gross',
  signs: 'own',
  adjust(values) {
    const { type, fees } = values;
    if (type === 'DIVIDEND' || type === 'INTEREST') values.amount ??= moneyOf(values);
    if (type === 'FEE') {
      // Its symbol is a name that the user gave the fee.
      Object.assign(values, { amount: isZero(fees) ? moneyOf(values) : fees, fees: '0', symbol: null });
    }
  },
};

const isCash = (symbol: string) => symbol === '' || /^\$CASH\b/i.test(symbol);

export const wealthfolio: Preset = {
  name: 'Wealthfolio',
  isVerified: true,
  columnsOf: byNames({
    required: {
      date: 'date',
      symbol: 'symbol',
      quantity: 'quantity',
      type: 'activityType',
      price: 'unitPrice',
      currency: 'currency',
      fees: 'fee',
      amount: 'amount',
    },
    optional: { taxes: 'tax', isin: 'isin', note: 'comment' },
  }),
  types: {
    buy: 'BUY',
    sell: 'SELL',
    dividend: 'DIVIDEND',
    interest: 'INTEREST',
    deposit: 'DEPOSIT',
    withdrawal: 'WITHDRAWAL',
    fee: 'FEE',
    tax: 'TAX',
    credit: 'FEE',
  },
  amount: 'gross',
  signs: 'own',
  skipReason: (cells) => (normalType(cells.text('type')) === 'split' ? 'Splits come with the prices' : null),
  typeOf(text, cells) {
    const hasCash = isCash(cells.text('symbol'));
    if (text === 'transfer_in') return hasCash ? 'DEPOSIT' : 'TRANSFER_IN';
    if (text === 'transfer_out') return hasCash ? 'WITHDRAWAL' : 'TRANSFER_OUT';
    return undefined;
  },
  adjust(values, cells) {
    const { type, fees } = values;
    if (isCash(values.symbol ?? '')) values.symbol = null;
    if (!/^(?:BUY|SELL|TRANSFER_IN|TRANSFER_OUT)$/.test(type)) values.amount ??= moneyOf(values);
    if (type === 'FEE' && values.amount === null && !isZero(fees)) {
      Object.assign(values, { amount: fees, fees: '0' });
    }
    if (normalType(cells.text('type')) === 'credit' && values.amount !== null) {
      values.amount = negated(values.amount);
    }
  },
};
