import type { Gain } from '../answers.ts';
import { feesOf, taxesOf } from '../book/bookings.ts';
import type { Timeline } from '../days/timeline.ts';
import { type Decimal, decimal, plus, zero } from '../numbers/decimal.ts';

/** The flows and gains of a period. */
export interface PeriodMoney {
  readonly inflow: Decimal;
  readonly outflow: Decimal;
  readonly gain: Gain;
}

/** Adds the flows and the parts of the gain; `price` is the part that remains. */
export function periodMoney(timeline: Timeline, valueStart: Decimal, valueEnd: Decimal): PeriodMoney {
  const { view, window, holdings, cash } = timeline;
  const sums = { inflow: zero, outflow: zero, dividends: zero, interest: zero, fees: zero, taxes: zero };
  for (const booking of view.bookings) {
    if (booking.day <= window.eve) continue;
    sums.inflow = plus(sums.inflow, booking.inflow);
    sums.outflow = plus(sums.outflow, booking.outflow);
    sums.dividends = plus(sums.dividends, booking.dividends);
    sums.interest = plus(sums.interest, booking.interest);
    sums.fees = plus(sums.fees, feesOf(booking));
    sums.taxes = plus(sums.taxes, taxesOf(booking));
  }
  const { inflow, outflow, dividends, interest, fees, taxes } = sums;
  const total = valueEnd.minus(valueStart).minus(inflow).plus(outflow);
  const currency = holdings.reduce((sum, { currencyGain }) => sum + currencyGain, cash.currencyGain);
  const rest = total.minus(dividends).minus(interest).plus(fees).plus(taxes).minus(decimal(currency));
  return {
    inflow,
    outflow,
    gain: {
      total: total.toNumber(),
      price: rest.toNumber(),
      dividends: dividends.toNumber(),
      interest: interest.toNumber(),
      fees: -fees.toNumber() || 0,
      taxes: -taxes.toNumber() || 0,
      currency,
    },
  };
}
