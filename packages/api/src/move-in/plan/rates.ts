import { mainCurrency, unitsPerMain } from '@stockbook/common/currencies';
import { dayNumber } from '@stockbook/common/days';
import { Decimal } from '../decimal.ts';
import type { NeutralLine } from '../form.ts';
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

/** A line in the currency of its account, if that is not the portfolio's: rates of transactions lead to the latter. */
export function inCurrency(line: NeutralLine, currency: string, rates: DayRates): NeutralLine {
  const rate = rates.rateOn(line.date, line.currency, currency);
  if (rate === null) return line;
  const { gross, fees, taxes, note } = line;
  const converted = (amount: string) => new Decimal(amount).times(rate).toFixed();
  const text = `1 ${line.currency} = ${rate} ${currency}`;
  return {
    ...line,
    currency,
    gross: converted(gross),
    fees: converted(fees),
    taxes: converted(taxes),
    note: note === null ? text : `${note}. ${text}`,
  };
}

type Rates = Pick<PlanRates, 'days' | 'rates'>;

/** The products of two rates on the days on which either is new and both are known. */
export function chainedRates(first: Rates, second: Rates): Rates {
  const days = Int32Array.from(new Set([...first.days, ...second.days])).sort();
  const rateOn = ({ days: own, rates }: Rates, day: number) => rates[indexUpTo(own, day)];
  const known = days.filter((day) => rateOn(first, day) !== undefined && rateOn(second, day) !== undefined);
  const rates = Float64Array.from(known, (day) => (rateOn(first, day) ?? 0) * (rateOn(second, day) ?? 0));
  return { days: known, rates };
}
