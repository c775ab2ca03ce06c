import type { Window } from '../days/holding-days.ts';
import { type Decimal, zero } from '../numbers/decimal.ts';
import { at, lastIndexUpTo } from '../numbers/search.ts';
import type { Rates } from '../prices/rates.ts';
import type { Booking } from './bookings.ts';

/** The balance of one main currency. */
export interface Balance {
  readonly currency: string;
  /** Days on which it changes, ascending. */
  readonly days: number[];
  /** At the end of these days. */
  readonly amounts: Decimal[];
}

/** The balances of all currencies, by their codes. Bookings are in the order of their days. */
export function balancesOf(bookings: readonly Booking[]): Balance[] {
  const balances = new Map<string, Balance>();
  for (const { day, cash } of bookings) {
    for (const { currency, amount } of cash) {
      const balance = balances.get(currency) ?? { currency, days: [], amounts: [] };
      balances.set(currency, balance);
      const { days, amounts } = balance;
      const sum = (amounts.at(-1) ?? zero).plus(amount);
      if (days.at(-1) === day) {
        amounts[amounts.length - 1] = sum;
      } else {
        days.push(day);
        amounts.push(sum);
      }
    }
  }
  return [...balances.values()].sort((a, b) => (a.currency < b.currency ? -1 : 1));
}

export function balanceAt({ days, amounts }: Balance, day: number): Decimal {
  return amounts[lastIndexUpTo(days, day)] ?? zero;
}

/** The value of all balances at the rates of a day. */
export function cashValueAt(balances: readonly Balance[], day: number, rates: Rates): Decimal {
  return balances.reduce((sum, balance) => {
    const amount = balanceAt(balance, day);
    return amount.isZero() ? sum : sum.plus(amount.times(rates.at(balance.currency, day) ?? zero));
  }, zero);
}

/** All balances together on the days of a window, by rows. */
export interface CashDays {
  readonly value: Float64Array;
  /** Sum of the absolute values of the balances: what rounding errors are measured by. */
  readonly gross: Float64Array;
  /** Σ of the balances of the day before × change of their rates. */
  readonly currencyGain: number;
}

export function valueCash(balances: readonly Balance[], window: Window, rates: Rates): CashDays {
  const { eve, count } = window;
  const value = new Float64Array(count + 1);
  const gross = new Float64Array(count + 1);
  let currencyGain = 0;
  for (const balance of balances) {
    const rate = rates.column(balance.currency, eve, eve + count).rate;
    let index = lastIndexUpTo(balance.days, eve);
    let amount = balance.amounts[index]?.toNumber() ?? 0;
    for (let row = 0; row <= count; row++) {
      if (amount !== 0 && row > 0) currencyGain += amount * (at(rate, row) - at(rate, row - 1));
      if (index + 1 < balance.days.length && at(balance.days, index + 1) <= eve + row) {
        index++;
        amount = balance.amounts[index]?.toNumber() ?? 0;
      }
      if (amount === 0) continue;
      value[row] = at(value, row) + amount * at(rate, row);
      gross[row] = at(gross, row) + Math.abs(amount * at(rate, row));
    }
  }
  return { value, gross, currencyGain };
}
