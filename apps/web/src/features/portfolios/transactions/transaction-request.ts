import type { Transaction } from '@stockbook/api/schemas';
import { readDecimal, toDecimal, typedNumber } from '#lib/format/decimals.ts';
import {
  type FieldName,
  type FormType,
  hasField,
  shapes,
  type TransactionType,
  type TransactionValues,
  valuesOf,
} from './transaction-shapes.ts';

export type TransactionErrors = { readonly [Name in FieldName]?: string | undefined };

const numberFields = ['quantity', 'price', 'amount', 'fees', 'taxes', 'fx_rate', 'to_amount'] as const;
const textFields = ['symbol', 'currency', 'ex_date', 'to_currency', 'note'] as const;

const missing: Readonly<Record<string, string>> = {
  to: 'Choose the portfolio that receives it',
  symbol: 'Enter a stock',
  date: 'Enter the date',
  quantity: 'Enter the number of shares',
  price: 'Enter the price of a share',
  total: 'Enter the total',
  amount: 'Enter the amount',
  to_amount: 'Enter the amount that arrived',
  to_currency: 'Enter its currency',
};

const missingOfNominal: Readonly<Record<string, string>> = {
  quantity: 'Enter the nominal value',
  price: 'Enter the price in per cent',
};

/** The fields that a form shows: `total` in place of `price` if the user enters that. */
export function shownFields(type: FormType, isTotal: boolean): readonly FieldName[] {
  const { needs, has } = shapes[type];
  return [...needs, ...has].map((field) => (field === 'price' && isTotal ? 'total' : field));
}

/** The errors that the browser finds: fields that are missing, and texts that are no numbers. */
export function findErrors(values: TransactionValues, { isTotal, isNominal }: PriceEntry): TransactionErrors {
  const { needs } = shapes[values.type];
  const errors: Partial<Record<FieldName, string>> = {};
  for (const field of shownFields(values.type, isTotal)) {
    const text = values[field].trim();
    const isNeeded = needs.includes(field === 'total' ? 'price' : field);
    const isNumber = field === 'total' || numberFields.some((name) => name === field);
    if (text === '') {
      if (isNeeded) errors[field] = (isNominal ? missingOfNominal[field] : undefined) ?? missing[field];
    } else if (isNumber && readDecimal(text) === null) errors[field] = 'Enter a number';
  }
  return errors;
}

/** How the price of a form is entered. */
export interface PriceEntry {
  /** Whether the total is entered instead of the price. */
  readonly isTotal: boolean;
  /** Whether prices are in per cent of the nominal value. */
  readonly isNominal: boolean;
}

/** The price that a form has: that of a share or in per cent, or the total divided by the quantity. */
export function priceOf(
  { quantity, price, total }: TransactionValues,
  { isTotal, isNominal }: PriceEntry,
): string | null {
  if (!isTotal) return readDecimal(price);
  const money = typedNumber(total);
  const shares = typedNumber(quantity);
  return money === null || !shares ? null : toDecimal((money / shares) * (isNominal ? 100 : 1));
}

/** A price as it is stored. */
const entered: PriceEntry = { isTotal: false, isNominal: false };

/** The settable fields by their names; null for those that are empty or that the type does not use. */
function fieldsOf(values: TransactionValues, entry: PriceEntry) {
  const number = (field: (typeof numberFields)[number]) =>
    !hasField(values.type, field)
      ? null
      : field === 'price'
        ? priceOf(values, entry)
        : readDecimal(values[field]);
  const text = (field: (typeof textFields)[number]) =>
    hasField(values.type, field) ? values[field].trim() || null : null;
  return {
    quantity: number('quantity'),
    price: number('price'),
    amount: number('amount'),
    fees: number('fees'),
    taxes: number('taxes'),
    fx_rate: number('fx_rate'),
    to_amount: number('to_amount'),
    symbol: text('symbol'),
    currency: text('currency'),
    ex_date: text('ex_date'),
    to_currency: text('to_currency'),
    note: text('note'),
  };
}

/** The request that adds what a form has. */
export function newRequest(values: TransactionValues, type: TransactionType, entry: PriceEntry) {
  return { type, date: values.date, ...fieldsOf(values, entry) };
}

/** The request that adds a purchase and, as a fee, the interest that the seller of the bond had earned. */
export function accruedRequest(values: TransactionValues, entry: PriceEntry, accrued: string) {
  const purchase = newRequest(values, 'BUY', entry);
  const { date, symbol, currency, fx_rate } = purchase;
  const amount = readDecimal(accrued);
  const fee = { type: 'FEE' as const, date, symbol, amount, currency, fx_rate, note: 'Accrued interest' };
  return { transactions: [purchase, fee] };
}

/** The request that moves shares or money to another portfolio. */
export function transferRequest(values: TransactionValues) {
  const { symbol, quantity, amount, currency, note } = fieldsOf(values, entered);
  return { to: values.to, date: values.date, symbol, quantity, amount, currency, note };
}

/**
 * The fields of a stored transaction that a form changes; null without any. An unchanged rate must not be sent: it
 * would be taken as one to the portfolio's present currency.
 */
export function changesOf(
  stored: Transaction,
  values: TransactionValues,
  type: TransactionType,
  entry: PriceEntry,
): Partial<ReturnType<typeof newRequest>> | null {
  const before = newRequest(valuesOf(stored), stored.type, entered);
  const after = newRequest(values, type, entry);
  const changed = Object.entries(after).filter(
    ([field, value]) => value !== before[field as keyof typeof before],
  );
  return changed.length === 0 ? null : Object.fromEntries(changed);
}
