import { Decimal } from 'decimal.js';
import { rounded } from './numbers.ts';
import { ask, RowProblem, type RowValues } from './rows.ts';

/** Whether an amount is after or before fees and taxes; null if that is not known. */
export type AmountKind = 'net' | 'gross' | null;

export const isNegative = (number: string | null): boolean => number?.startsWith('-') === true;

export const isZero = (number: string | null): boolean => number === null || Number(number) === 0;

/** The number without its sign. */
export function absolute(number: string | null): string | null {
  return number === null ? null : number.replace(/^-/, '');
}

export function negated(number: string): string {
  return isZero(number) ? '0' : isNegative(number) ? number.slice(1) : `-${number}`;
}

/** The sum; an absent number is 0. */
export function sum(...numbers: readonly (string | null)[]): string {
  return rounded(numbers.reduce((total, number) => total.plus(number ?? 0), new Decimal(0)));
}

export function product(a: string, b: string): string {
  return rounded(new Decimal(a).times(b));
}

/** The money of a quantity whose price is in per cent of its nominal value. */
export function productInPercent(quantity: string, price: string): string {
  return rounded(new Decimal(quantity).times(price).div(100));
}

const rateDecimals = 12;

/** 1 / rate, as a rate. */
export function inverse(rate: string): string {
  return rounded(new Decimal(1).div(rate), rateDecimals);
}

const costsOf = ({ fees, taxes }: RowValues) => new Decimal(fees).plus(taxes);

/** @throws RowProblem if it is not known whether an amount has its costs in it */
function askForKind(kind: AmountKind, values: RowValues): void {
  if (kind !== null || costsOf(values).isZero()) return;
  throw new RowProblem('Is the amount after or before fees and taxes?', 'amount', ask('amount'));
}

/** The price of a trade of which the money is known, and that in per cent of a nominal value. @throws RowProblem */
export function pricesFrom(
  money: string,
  quantity: string,
  kind: AmountKind,
  values: RowValues,
): { price: string; inPercent: string } {
  askForKind(kind, values);
  const costs = kind === 'net' ? costsOf(values) : new Decimal(0);
  const gross = values.type === 'SELL' ? new Decimal(money).plus(costs) : new Decimal(money).minus(costs);
  const price = gross.div(quantity);
  return { price: rounded(price), inPercent: rounded(price.times(100)) };
}

/** Money that was received before its costs. @throws RowProblem */
export function grossReceived(money: string, kind: AmountKind, values: RowValues): string {
  askForKind(kind, values);
  return kind === 'net' ? rounded(new Decimal(money).plus(costsOf(values))) : money;
}
