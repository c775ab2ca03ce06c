import { mainCurrency } from '@stockbook/common/currencies';
import { Decimal } from 'decimal.js';
import { unitsOf } from '../../fields.ts';
import { type Cells, currencyOf } from '../read/cells.ts';
import { absolute, inverse, isZero, product, sum } from '../read/money.ts';
import { rounded } from '../read/numbers.ts';
import { RowProblem, type RowValues } from '../read/rows.ts';
import { byNames, type Preset, type Target } from './preset.ts';

const feeColumns = [
  'Currency conversion fee',
  'Stamp duty reserve tax',
  'Transaction fee',
  'Finra fee',
  'French transaction tax',
  'Ptm levy',
];
const withheld = 'Withholding tax';
const currencyColumn = (name: string) => `Currency (${name})`;

export const trading212: Preset = {
  name: 'Trading 212',
  isVerified: true,
  columnsOf: byNames({
    required: {
      type: 'Action',
      date: ['Time', 'Time (UTC)'],
      isin: 'ISIN',
      symbol: 'Ticker',
      name: 'Name',
      quantity: 'No. of shares',
      price: 'Price / share',
      currency: 'Currency (Price / share)',
      amount: 'Total',
    },
    optional: { external_id: 'ID', note: 'Notes' },
    requiredExtras: ['Exchange rate', currencyColumn('Total')],
    extras: [withheld, currencyColumn(withheld), ...feeColumns, ...feeColumns.map(currencyColumn)],
  }),
  types: {
    'market buy': 'BUY',
    'limit buy': 'BUY',
    'market sell': 'SELL',
    'limit sell': 'SELL',
    deposit: 'DEPOSIT',
    withdrawal: 'WITHDRAWAL',
    'interest on cash': 'INTEREST',
  },
  decimalMark: 'point',
  amount: 'gross',
  signs: 'account',
  typeOf: (text) => (/^dividend \(.*\)$/.test(text) ? 'DIVIDEND' : undefined),
  adjust(values, cells, target) {
    if (values.type === 'BUY' || values.type === 'SELL') adjustTrade(values, cells, target);
    else values.currency = accountCurrency(cells);
    if (values.type === 'DIVIDEND') adjustDividend(values, cells);
  },
};

function accountCurrency(cells: Cells): string | null {
  const text = cells.extra(currencyColumn('Total'));
  return text === '' ? null : currencyOf(text, 'currency');
}

/** Units of the currency of the price for one of the account's; null for `Not available`. */
function exchangeRate(cells: Cells): string | null {
  const rate = /\d/.test(cells.extra('Exchange rate')) ? cells.extraNumber('Exchange rate', 'fx_rate') : null;
  return isZero(rate) ? null : rate;
}

function adjustTrade(values: RowValues, cells: Cells, target: Target): void {
  const account = accountCurrency(cells);
  const rate = exchangeRate(cells);
  const fees = feeColumns.map((name) => {
    const fee = absolute(cells.extraNumber(name, 'fees'));
    if (fee === null || isZero(fee)) return null;
    const from = cells.extra(currencyColumn(name)) || account;
    return inCurrencyOfTrade(fee, from, values, account, rate);
  });
  values.fees = sum(...fees);
  const isForeign = values.currency !== null && mainCurrency(values.currency) !== target.currency;
  if (isForeign && account === target.currency && rate !== null) values.fx_rate = inverse(rate);
}

function inCurrencyOfTrade(
  fee: string,
  from: string | null,
  { currency }: RowValues,
  account: string | null,
  rate: string | null,
): string {
  if (from !== null && currency !== null && mainCurrency(from) === mainCurrency(currency)) {
    return rounded(new Decimal(fee).times(unitsOf(from)).div(unitsOf(currency)));
  }
  if (from === account && rate !== null) return product(fee, rate);
  throw new RowProblem(`A fee is in ${from}, the trade in ${currency}: enter the fees`, 'fees');
}

/** The total is what arrived: the amount is that before the withheld tax. */
function adjustDividend(values: RowValues, cells: Cells): void {
  const tax = absolute(cells.extraNumber(withheld, 'taxes'));
  if (tax === null || isZero(tax)) return;
  const currency = cells.extra(currencyColumn(withheld));
  if (currency !== '' && currency !== values.currency) {
    const message = `The withholding tax is in ${currency}, the total in ${values.currency}: enter the amount and the taxes`;
    throw new RowProblem(message, 'taxes');
  }
  Object.assign(values, { amount: sum(values.amount, tax), taxes: tax });
}
