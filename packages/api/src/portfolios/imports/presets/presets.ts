import type { FieldSources } from '../mapping-schema.ts';
import type { Columns } from '../read/cells.ts';
import { fidelity, schwab } from './american-brokers.ts';
import { degiroAccount, degiroTransactions, scalableCapital, tradeRepublic } from './european-brokers.ts';
import { interactiveBrokersCash, interactiveBrokersTrades } from './interactive-brokers.ts';
import { portfolioPerformance } from './portfolio-performance.ts';
import { byNames, type Names, type Preset } from './preset.ts';
import { stockbook } from './stockbook.ts';
import { ghostfolio, wealthfolio } from './trackers.ts';
import { trading212 } from './trading-212.ts';

/** A format of which a single sample is known: its columns are offered, the meaning of its rows is asked. */
const offered = (name: string, required: Names, requiredExtras: readonly string[] = []): Preset => ({
  name,
  isVerified: false,
  columnsOf: byNames({ required, requiredExtras }),
});

/** The first one that recognises a header counts: Ghostfolio accepts many headers of others. */
const presets: readonly Preset[] = [
  stockbook,
  portfolioPerformance,
  wealthfolio,
  interactiveBrokersTrades,
  interactiveBrokersCash,
  tradeRepublic,
  scalableCapital,
  degiroTransactions,
  degiroAccount,
  schwab,
  fidelity,
  trading212,
  offered('Parqet', {
    date: 'date',
    type: 'type',
    isin: 'identifier',
    name: 'holdingname',
    quantity: 'shares',
    price: 'price',
    amount: 'amount',
    fees: 'fee',
    taxes: 'tax',
    currency: 'currency',
  }),
  offered('Swissquote', {
    date: 'Date',
    type: 'Transaction',
    symbol: 'Symbol',
    isin: 'ISIN',
    name: 'Name',
    quantity: 'Quantity',
    price: 'Unit price',
    fees: 'Costs',
    amount: 'Net Amount',
    currency: 'Currency',
  }),
  offered(
    'Freetrade',
    {
      date: 'Timestamp',
      type: 'Buy / Sell',
      symbol: 'Ticker',
      isin: 'ISIN',
      name: 'Title',
      quantity: 'Quantity',
      price: 'Price per Share',
      currency: 'Instrument Currency',
    },
    ['Account Currency'],
  ),
  offered(
    'Revolut',
    {
      date: 'Date',
      type: 'Type',
      symbol: 'Ticker',
      quantity: 'Quantity',
      price: 'Price per share',
      amount: 'Total Amount',
      currency: 'Currency',
    },
    ['FX Rate'],
  ),
  offered(
    'Saxo',
    {
      date: 'Trade Date',
      type: 'Event',
      name: 'Instrument',
      isin: 'Instrument ISIN',
      symbol: 'Instrument Symbol',
      amount: 'Amount',
      currency: 'Instrument currency',
    },
    ['Client ID', 'Conversion Rate'],
  ),
  offered('eToro', { date: 'Date', type: 'Type', name: 'Details', quantity: 'Units', amount: 'Amount' }, [
    'Position ID',
    'Realized Equity',
  ]),
  ghostfolio,
];

export interface Recognised {
  readonly preset: Preset;
  readonly columns: Columns;
}

/** The format that a header belongs to; null if none is known. @param header with normal names */
export function recognise(header: readonly string[]): Recognised | null {
  for (const preset of presets) {
    const columns = preset.columnsOf(header);
    if (columns) return { preset, columns };
  }
  return null;
}

/** Usual names of columns, for a mapping that is only offered. */
const usualNames: Names = {
  date: ['date', 'trade date', 'datum', 'handelstag', 'fecha', 'data'],
  type: ['type', 'action', 'transaction', 'transaction type', 'typ', 'art'],
  symbol: ['symbol', 'ticker', 'ticker symbol'],
  isin: ['isin'],
  name: ['name', 'security', 'security name', 'description', 'wertpapier', 'bezeichnung'],
  quantity: ['quantity', 'shares', 'units', 'qty', 'stück', 'anzahl'],
  price: ['price', 'unit price', 'share price', 'kurs', 'preis'],
  amount: ['amount', 'net amount', 'total', 'value', 'betrag', 'wert'],
  currency: ['currency', 'ccy', 'währung'],
  fees: ['fees', 'fee', 'commission', 'gebühren'],
  taxes: ['taxes', 'tax', 'steuern'],
  fx_rate: ['fx_rate', 'fx rate', 'exchange rate', 'wechselkurs'],
  fx_currency: ['fx_currency'],
  ex_date: ['ex_date', 'ex date'],
  to_amount: ['to_amount'],
  to_currency: ['to_currency'],
  external_id: ['external_id', 'transaction id'],
  note: ['note', 'notes', 'comment', 'notiz'],
};

/** The fields of an unknown header by the usual names of columns. @param header with normal names */
export function offerFields(header: readonly string[]): FieldSources {
  return byNames({ required: {}, optional: usualNames })(header)?.fields ?? {};
}
