import { mainCurrency } from '@stockbook/common/currencies';
import type { ExportedTransaction } from '@stockbook/db';
import { Decimal } from 'decimal.js';
import { csvText } from '../../csv.ts';
import { moneyPerPrice } from '../book/quotation.ts';
import { unitsOf } from '../fields.ts';

/** The columns of Portfolio Performance, in English. */
export const portfolioPerformanceColumns = [
  'Date',
  'Type',
  'Value',
  'Transaction Currency',
  'Gross Amount',
  'Currency Gross Amount',
  'Exchange Rate',
  'Fees',
  'Taxes',
  'Shares',
  'ISIN',
  'WKN',
  'Ticker Symbol',
  'Security Name',
  'Note',
] as const;

export type PortfolioPerformancePart = 'securities' | 'account';

/** The types that move shares, with their labels. They are the part `securities`. */
const labelsOfSecurities: Readonly<Partial<Record<ExportedTransaction['type'], string>>> = {
  BUY: 'Buy',
  SELL: 'Sell',
  TRANSFER_IN: 'Delivery (Inbound)',
  TRANSFER_OUT: 'Delivery (Outbound)',
};

/** A line before it is written. Money is in main currencies. */
interface Line {
  readonly label: string;
  /** After fees and taxes; below 0 for outgoing money. */
  readonly value: Decimal;
  readonly currency: string;
  readonly gross: { readonly amount: Decimal; readonly currency: string; readonly rate: Decimal } | null;
  readonly fees: Decimal;
  readonly taxes: Decimal;
}

/** The value at market of a transfer without a price; null if it is not known. */
type MarketValue = (row: ExportedTransaction) => Decimal | null;

/** Writes a transaction as the lines that it has in a part: none if it belongs to the other one. */
export function portfolioPerformanceLines(
  row: ExportedTransaction,
  part: PortfolioPerformancePart,
  marketValue: MarketValue,
  currency: string,
): string {
  const label = labelsOfSecurities[row.type];
  if (part === 'securities') {
    return label === undefined ? '' : write(row, securitiesLine(row, label, marketValue, currency));
  }
  return label === undefined
    ? accountLines(row)
        .map((line) => write(row, line))
        .join('')
    : '';
}

function securitiesLine(
  row: ExportedTransaction,
  label: string,
  marketValue: MarketValue,
  currency: string,
): Line {
  const { quantity, price, fees, taxes, type, quotedIn } = row;
  const isTransfer = type === 'TRANSFER_IN' || type === 'TRANSFER_OUT';
  if (isTransfer && price === null) {
    const value = marketValue(row) ?? new Decimal(0);
    return { label, value, currency, gross: null, fees: new Decimal(0), taxes: new Decimal(0) };
  }
  const gross = new Decimal(quantity ?? 0).mul(price ?? 0).mul(moneyPerPrice(quotedIn));
  const costs = new Decimal(fees).add(taxes);
  return converted(row, label, gross, type === 'SELL' ? gross.sub(costs) : gross.add(costs));
}

function accountLines(row: ExportedTransaction): Line[] {
  const amount = new Decimal(row.amount ?? 0);
  const costs = new Decimal(row.fees).add(row.taxes);
  const income = (label: string) => [converted(row, label, amount, amount.sub(costs))];
  switch (row.type) {
    case 'DIVIDEND':
      return income('Dividend');
    case 'INTEREST':
      return income(amount.isNegative() ? 'Interest Charge' : 'Interest');
    case 'DEPOSIT':
      return income('Deposit');
    case 'WITHDRAWAL':
      return [converted(row, 'Withdrawal', amount, amount.add(costs).neg())];
    case 'FEE':
      return [converted(row, amount.isNegative() ? 'Fees Refund' : 'Fees', amount, amount.neg())];
    case 'TAX':
      return [converted(row, amount.isNegative() ? 'Tax Refund' : 'Taxes', amount, amount.neg())];
    case 'EXCHANGE':
      return exchangeLines(row, amount);
    default:
      return [];
  }
}

/** Transfers between accounts have no fees in Portfolio Performance. */
function exchangeLines(row: ExportedTransaction, amount: Decimal): Line[] {
  const fees = new Decimal(row.fees);
  const free = { ...row, fees: '0', taxes: '0', fxRate: null };
  const arriving = { ...free, currency: row.toCurrency ?? row.currency };
  const toAmount = new Decimal(row.toAmount ?? 0);
  return [
    converted(free, 'Transfer (Outbound)', amount, amount.neg()),
    converted(arriving, 'Transfer (Inbound)', toAmount, toAmount),
    ...(fees.isZero() ? [] : [converted(free, 'Fees', fees, fees.neg())]),
  ];
}

/** Money of a transaction in the currency in which it was booked: with a rate of its own, that of the rate. */
function converted(row: ExportedTransaction, label: string, gross: Decimal, net: Decimal): Line {
  const { currency, fxRate, fxCurrency, fees, taxes } = row;
  const units = unitsOf(currency);
  if (fxRate === null || fxCurrency === null) {
    const scaled = {
      value: net.mul(units),
      fees: new Decimal(fees).mul(units),
      taxes: new Decimal(taxes).mul(units),
    };
    return { label, ...scaled, currency: mainCurrency(currency), gross: null };
  }
  const rate = new Decimal(fxRate);
  return {
    label,
    value: net.mul(rate),
    currency: fxCurrency,
    gross: {
      amount: gross.mul(units),
      currency: mainCurrency(currency),
      rate: rate.div(units),
    },
    fees: rate.mul(fees),
    taxes: rate.mul(taxes),
  };
}

function write(row: ExportedTransaction, { label, value, currency, gross, fees, taxes }: Line): string {
  const cells = [
    `${row.date}T00:00`,
    label,
    decimalText(value),
    currency,
    gross === null ? '' : decimalText(gross.amount.abs()),
    gross?.currency ?? '',
    gross === null ? '' : decimalText(gross.rate),
    decimalText(fees),
    decimalText(taxes),
    row.quantity ?? '',
    csvText(row.isin ?? ''),
    '',
    csvText(row.symbol ?? ''),
    csvText(row.name ?? ''),
    csvText(row.note ?? ''),
  ];
  return `${cells.join(',')}\r\n`;
}

const maxDecimals = 10;

function decimalText(amount: Decimal): string {
  return amount.toDecimalPlaces(maxDecimals).toFixed();
}
