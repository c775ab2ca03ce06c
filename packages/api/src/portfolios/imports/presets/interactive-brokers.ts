import type { Cells } from '../read/cells.ts';
import { currencyOf } from '../read/cells.ts';
import { absolute, isZero, negated, product } from '../read/money.ts';
import { RowProblem, type RowValues } from '../read/rows.ts';
import { joinWithheldTaxes } from './join-taxes.ts';
import { byNames, type Preset } from './preset.ts';

const isOther = (cells: Cells, column: string, usual: string) =>
  cells.extra(column) !== '' && cells.extra(column).toLowerCase() !== usual;

/** Trades of a Flex query. */
export const interactiveBrokersTrades: Preset = {
  name: 'Interactive Brokers (trades)',
  isVerified: true,
  columnsOf: byNames({
    required: {
      type: 'Buy/Sell',
      date: 'TradeDate',
      isin: 'ISIN',
      quantity: 'Quantity',
      price: 'TradePrice',
      currency: 'CurrencyPrimary',
      fees: 'IBCommission',
    },
    optional: { symbol: 'Symbol', external_id: 'TransactionID', name: 'Description' },
    requiredExtras: ['TradeMoney', 'IBCommissionCurrency'],
    extras: ['AssetClass', 'LevelOfDetail', 'TransactionType'],
  }),
  types: { buy: 'BUY', sell: 'SELL' },
  decimalMark: 'point',
  amount: 'gross',
  skipReason(cells) {
    const isTrade =
      !isOther(cells, 'TransactionType', 'exchtrade') && !isOther(cells, 'LevelOfDetail', 'execution');
    return isTrade ? null : 'Only executions of trades are transactions';
  },
  typeOf: (text, cells) =>
    cells.extra('AssetClass').toUpperCase() === 'CASH' && /^(?:buy|sell)$/.test(text)
      ? 'EXCHANGE'
      : undefined,
  adjust(values, cells) {
    if (values.type === 'EXCHANGE') exchange(values, cells);
    const commission = cells.number('fees');
    values.fees = commission === null ? '0' : negated(commission);
    const currency = cells.extra('IBCommissionCurrency');
    if (!isZero(values.fees) && currency !== '' && currency !== values.currency) {
      const money = `${values.type === 'EXCHANGE' ? 'the money' : 'the trade'} in ${values.currency}`;
      throw new RowProblem(`The commission is in ${currency}, ${money}: enter the fees`, 'fees');
    }
  },
};

/** `EUR.USD`: a purchase pays the second currency for the first one, a sale the first for the second. */
function exchange(values: RowValues, cells: Cells): void {
  const [base = '', quote = ''] = cells.text('symbol').split('.');
  const quantity = absolute(cells.number('quantity')) ?? '0';
  const money = absolute(cells.extraNumber('TradeMoney', 'amount')) ?? product(quantity, values.price ?? '0');
  const [bought, paid] = [
    { amount: quantity, currency: currencyOf(base, 'currency') },
    { amount: money, currency: currencyOf(quote, 'currency') },
  ];
  const isPurchase = cells.text('type').toLowerCase() === 'buy';
  const [from, to] = isPurchase ? [paid, bought] : [bought, paid];
  Object.assign(values, from, { to_amount: to.amount, to_currency: to.currency });
}

/** Cash transactions of a Flex query. */
export const interactiveBrokersCash: Preset = {
  name: 'Interactive Brokers (cash)',
  isVerified: true,
  columnsOf: byNames({
    required: {
      type: 'Type',
      date: 'SettleDate',
      isin: 'ISIN',
      note: 'Description',
      amount: 'Amount',
      currency: 'CurrencyPrimary',
    },
    optional: { symbol: 'Symbol', external_id: 'TransactionID' },
  }),
  types: { dividends: 'DIVIDEND', 'withholding tax': 'TAX' },
  decimalMark: 'point',
  amount: 'gross',
  signs: 'account',
  join: joinWithheldTaxes,
};
