import type { RowType } from '../mapping-schema.ts';
import { inverse, isNegative, isZero, negated, product, sum } from '../read/money.ts';
import { RowProblem } from '../read/rows.ts';
import { joinWithheldTaxes } from './join-taxes.ts';
import { byNames, type Preset } from './preset.ts';

const tradeRepublicTypes: Readonly<Record<string, RowType>> = {
  'trading buy': 'BUY',
  'trading sell': 'SELL',
  'cash dividend': 'DIVIDEND',
  'cash tax_optimization': 'TAX',
  'cash customer_inpayment': 'DEPOSIT',
  'cash transfer_in': 'DEPOSIT',
  'cash transfer_out': 'WITHDRAWAL',
};

export const tradeRepublic: Preset = {
  name: 'Trade Republic',
  isVerified: true,
  columnsOf: byNames({
    required: {
      date: 'date',
      type: 'type',
      name: 'name',
      isin: 'symbol',
      quantity: 'shares',
      price: 'price',
      amount: 'amount',
      fees: 'fee',
      taxes: 'tax',
      currency: 'currency',
      external_id: 'transaction_id',
    },
    requiredExtras: ['category', 'asset_class', 'account_type'],
  }),
  decimalMark: 'point',
  amount: 'gross',
  signs: 'account',
  typeOf: (text, cells) => tradeRepublicTypes[`${cells.extra('category').toLowerCase()} ${text}`],
  adjust(values, cells) {
    values.fees = negated(cells.number('fees') ?? '0');
    values.taxes = negated(cells.number('taxes') ?? '0');
    if (values.type === 'TAX') {
      // The money that moved: what the type takes, or gives back.
      const amount = sum(values.amount, cells.number('taxes'));
      Object.assign(values, { amount, fees: '0', taxes: '0' });
    }
  },
};

export const scalableCapital: Preset = {
  name: 'Scalable Capital',
  isVerified: true,
  columnsOf: byNames({
    required: {
      date: 'date',
      type: 'type',
      isin: 'isin',
      name: 'description',
      quantity: 'shares',
      price: 'price',
      amount: 'amount',
      fees: 'fee',
      taxes: 'tax',
      currency: 'currency',
      external_id: 'reference',
    },
    requiredExtras: ['status', 'assetType'],
  }),
  types: {
    buy: 'BUY',
    sell: 'SELL',
    'savings plan': 'BUY',
    distribution: 'DIVIDEND',
    deposit: 'DEPOSIT',
    withdrawal: 'WITHDRAWAL',
    fee: 'FEE',
    taxes: 'TAX',
    interest: 'INTEREST',
  },
  signs: 'account',
  skipReason: (cells) =>
    cells.extra('status').toLowerCase() === 'executed' ? null : 'Only executed orders are transactions',
  typeOf(text, cells) {
    if (text !== 'security transfer') return undefined;
    return isNegative(cells.number('quantity')) ? 'TRANSFER_OUT' : 'TRANSFER_IN';
  },
  adjust(values) {
    // A transfer has the price 0: what the shares had cost is not known.
    if (values.type === 'TRANSFER_IN' && isZero(values.price)) values.price = null;
  },
};

/** The names of the first column in the languages of DEGIRO; the others are known by their positions. */
const degiroDates = new Set(['date', 'datum', 'fecha', 'data']);

/** Headers have unnamed columns for currencies, and are translated. */
export const degiroTransactions: Preset = {
  name: 'DEGIRO (transactions)',
  isVerified: true,
  columnsOf(header) {
    const isOwn =
      degiroDates.has(header[0] ?? '') &&
      header[3] === 'isin' &&
      header[8] === '' &&
      header[10] === '' &&
      (header[12] ?? '') !== '' &&
      header.length >= 16;
    if (!isOwn) return null;
    return {
      fields: {
        date: { column: 0 },
        name: { column: 2 },
        isin: { column: 3 },
        quantity: { column: 6 },
        price: { column: 7 },
        currency: { column: 8 },
      },
      extras: { rate: 12, conversionFee: 13, fees: 14 },
    };
  },
  dayOrder: 'day_first',
  amount: 'gross',
  typeOf: (_, cells) => (isNegative(cells.number('quantity')) ? 'SELL' : 'BUY'),
  adjust(values, cells, { currency }) {
    const rate = cells.extraNumber('rate', 'fx_rate');
    const fees = negated(sum(cells.extraNumber('conversionFee', 'fees'), cells.extraNumber('fees', 'fees')));
    if (values.currency === 'EUR' || isZero(fees)) values.fees = fees;
    else if (rate !== null && !isZero(rate)) values.fees = product(fees, rate);
    else throw new RowProblem('The fees are in EUR and there is no exchange rate: enter the fees', 'fees');
    // The rate is that of one euro.
    if (values.currency !== 'EUR' && currency === 'EUR' && !isZero(rate))
      values.fx_rate = inverse(rate ?? '1');
  },
};

const accountTypes: readonly (readonly [beginning: string, type: RowType])[] = [
  ['dividendbelasting', 'TAX'],
  ['dividend', 'DIVIDEND'],
  ['ideal deposit', 'DEPOSIT'],
  ['flatex deposit', 'DEPOSIT'],
  ['degiro aansluitingskosten', 'FEE'],
];

/** Trades and their fees, which are in the other file, and money that moves between accounts of one user. */
const accountSkips = [
  'koop ',
  'verkoop ',
  'degiro transactiekosten',
  'valuta creditering',
  'valuta debitering',
  'degiro cash sweep transfer',
  'reservation ideal',
  'overboeking ',
];

/** In Dutch. */
export const degiroAccount: Preset = {
  name: 'DEGIRO (account)',
  isVerified: true,
  columnsOf(header) {
    const names = ['datum', 'tijd', 'valutadatum', 'product', 'isin', 'omschrijving', 'fx', 'mutatie', ''];
    if (!names.every((name, column) => header[column] === name)) return null;
    return {
      fields: {
        date: { column: 0 },
        name: { column: 3 },
        isin: { column: 4 },
        type: { column: 5 },
        currency: { column: 7 },
        amount: { column: 8 },
      },
      extras: {},
    };
  },
  dayOrder: 'day_first',
  amount: 'gross',
  signs: 'account',
  skipReason(cells) {
    const text = cells.text('type').toLowerCase();
    return accountSkips.some((beginning) => text.startsWith(beginning))
      ? 'Trades are in the file of transactions'
      : null;
  },
  typeOf: (text) =>
    accountTypes.find(([beginning]) => text === beginning || text.startsWith(`${beginning} `))?.[1],
  join: joinWithheldTaxes,
};
