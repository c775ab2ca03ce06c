import type { Transaction } from '@stockbook/api/schemas';
import { formatDate, today } from '#lib/format/dates.ts';

export type TransactionType = Transaction['type'];

/** A choice of the form: a type, or a transfer, which adds a transaction to two portfolios. */
export type FormType = TransactionType | 'MOVE_SHARES' | 'MOVE_MONEY';

/** The fields of the form, by their names on the wire; `total` takes the place of `price`. */
export interface TransactionValues {
  readonly type: FormType;
  readonly to: string;
  readonly date: string;
  readonly symbol: string;
  readonly quantity: string;
  readonly price: string;
  readonly total: string;
  readonly amount: string;
  readonly currency: string;
  readonly fees: string;
  readonly taxes: string;
  readonly fx_rate: string;
  readonly ex_date: string;
  readonly to_amount: string;
  readonly to_currency: string;
  readonly note: string;
}

export type FieldName = Exclude<keyof TransactionValues, 'type'>;

export const typeNames: Readonly<Record<FormType, string>> = {
  BUY: 'Buy',
  SELL: 'Sell',
  DIVIDEND: 'Dividend',
  TRANSFER_IN: 'Transfer in',
  TRANSFER_OUT: 'Transfer out',
  FEE: 'Fee',
  TAX: 'Tax',
  INTEREST: 'Interest',
  DEPOSIT: 'Deposit',
  WITHDRAWAL: 'Withdrawal',
  EXCHANGE: 'Currency exchange',
  MOVE_SHARES: 'Shares to another portfolio',
  MOVE_MONEY: 'Money to another portfolio',
};

interface Shape {
  readonly needs: readonly FieldName[];
  readonly has: readonly FieldName[];
  /** A sentence on what the type is for, or on a sign. */
  readonly hint?: string;
}

const trade: Shape = {
  needs: ['symbol', 'date', 'quantity', 'price'],
  has: ['currency', 'fees', 'taxes', 'fx_rate', 'note'],
};
const cost: Shape = { needs: ['date', 'amount'], has: ['symbol', 'currency', 'fx_rate', 'note'] };
const cash: Shape = { needs: ['date', 'amount'], has: ['currency', 'fees', 'fx_rate', 'note'] };

/** The fields of each type: no other ones may be sent. */
export const shapes: Readonly<Record<FormType, Shape>> = {
  BUY: trade,
  SELL: trade,
  DIVIDEND: {
    needs: ['symbol', 'date', 'amount'],
    has: ['currency', 'fees', 'taxes', 'fx_rate', 'ex_date', 'note'],
  },
  TRANSFER_IN: {
    needs: ['symbol', 'date', 'quantity'],
    has: ['price', 'currency', 'fx_rate', 'note'],
    hint: 'Shares that come from elsewhere. Without a price, they cost what they were worth on the day.',
  },
  TRANSFER_OUT: {
    needs: ['symbol', 'date', 'quantity'],
    has: ['note'],
    hint: 'Shares that go elsewhere. They take their cost along and realise no gain.',
  },
  FEE: { ...cost, hint: 'A negative amount is a refund.' },
  TAX: { ...cost, hint: 'A negative amount is a refund.' },
  INTEREST: {
    needs: ['date', 'amount'],
    has: ['currency', 'fees', 'taxes', 'fx_rate', 'note'],
    hint: 'A negative amount is interest that you were charged.',
  },
  DEPOSIT: cash,
  WITHDRAWAL: cash,
  EXCHANGE: { needs: ['date', 'amount', 'to_amount', 'to_currency'], has: ['currency', 'fees', 'note'] },
  MOVE_SHARES: {
    needs: ['to', 'symbol', 'date', 'quantity'],
    has: ['note'],
    hint: 'Adds a transaction to both portfolios. The shares take their cost and its dates along.',
  },
  MOVE_MONEY: {
    needs: ['to', 'date', 'amount'],
    has: ['currency', 'note'],
    hint: 'Adds a withdrawal here and a deposit there.',
  },
};

/** The types in the order of the select. Transfers need another portfolio. */
export function formTypes(hasOtherPortfolios: boolean): readonly FormType[] {
  const all = Object.keys(shapes) as FormType[];
  return hasOtherPortfolios ? all : all.filter((type) => type !== 'MOVE_SHARES' && type !== 'MOVE_MONEY');
}

/** Types whose cash counts only once the portfolio tracks cash. */
export const cashTypes: readonly FormType[] = ['DEPOSIT', 'WITHDRAWAL', 'INTEREST', 'EXCHANGE', 'MOVE_MONEY'];

export function hasField(type: FormType, field: FieldName): boolean {
  return shapes[type].needs.includes(field) || shapes[type].has.includes(field);
}

const blank: TransactionValues = {
  type: 'BUY',
  to: '',
  date: '',
  symbol: '',
  quantity: '',
  price: '',
  total: '',
  amount: '',
  currency: '',
  fees: '',
  taxes: '',
  fx_rate: '',
  ex_date: '',
  to_amount: '',
  to_currency: '',
  note: '',
};

/** The values of a new transaction of today. */
export function newValues(changes: Partial<TransactionValues> = {}): TransactionValues {
  return { ...blank, date: today(), ...changes };
}

/** Rates have 12 decimals at most. `String` would write small ones with an exponent. */
const exact = new Intl.NumberFormat('en-US', { useGrouping: false, maximumFractionDigits: 12 });

/** A number of the server as the text of a field. */
export function textOf(value: number | string | null): string {
  return typeof value === 'number' ? exact.format(value) : (value ?? '');
}

/** 0 is the default of costs, and shown as an empty field. */
const costOf = (value: number) => (value === 0 ? '' : exact.format(value));

/** The values of a stored transaction. */
export function valuesOf(transaction: Transaction): TransactionValues {
  return {
    ...blank,
    type: transaction.type,
    date: transaction.date,
    symbol: textOf(transaction.symbol),
    quantity: textOf(transaction.quantity),
    price: textOf(transaction.price),
    amount: textOf(transaction.amount),
    currency: transaction.currency,
    fees: costOf(transaction.fees),
    taxes: costOf(transaction.taxes),
    fx_rate: textOf(transaction.fx_rate),
    ex_date: textOf(transaction.ex_date),
    to_amount: textOf(transaction.to_amount),
    to_currency: textOf(transaction.to_currency),
    note: textOf(transaction.note),
  };
}

/** A transaction in few words: `Buy of NVDA on May 20, 2024`. */
export function describeTransaction({
  type,
  symbol,
  date,
}: Pick<Transaction, 'type' | 'symbol' | 'date'>): string {
  return `${typeNames[type]}${symbol === null ? '' : ` of ${symbol}`} on ${formatDate(date)}`;
}
