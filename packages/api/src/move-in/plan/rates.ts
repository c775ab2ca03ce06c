import { mainCurrency, unitsPerMain } from '@stockbook/common/currencies';
import { dayNumber } from '@stockbook/common/days';
import { Decimal } from '../decimal.ts';
import type { PlanRates } from './facts.ts';
import { indexUpTo } from './search.ts';

const [maxDigits, maxDecimals] = [15, 12];

/** The rates of days between currencies. */
export class DayRates {
  readonly #pairs: ReadonlyMap<string, PlanRates>;

  constructor(rates: readonly PlanRates[]) {
    this.#pairs = new Map(rates.map((each) => [`${each.from} ${each.to}`, each]));
  }

  /** Units of a main currency for one of another, on the last day up to a date; null if it is not known. */
  rateOn(date: string, from: string, to: string): string | null {
    const pair = this.#pairs.get(`${mainCurrency(from)} ${to}`);
    const rate = pair?.rates[indexUpTo(pair.days, dayNumber(date))];
    if (rate === undefined) return null;
    const exact = new Decimal(rate).div(unitsPerMain(from));
    return exact.toSignificantDigits(maxDigits).toDecimalPlaces(maxDecimals).toFixed();
  }
}
