import { at } from '../column.ts';
import type { DailyBars } from './bars.ts';

/**
 * The equity of buying at the close of the bar before the first decision, in fractions of shares, without costs.
 * Received dividends are kept as cash.
 */
export function buyAndHoldEquity(bars: DailyBars, firstDecision: number, cash: number): Float64Array {
  const { close, dividend } = bars;
  const purchase = at(close, firstDecision - 1);
  const equity = new Float64Array(close.length).fill(cash, 0, firstDecision);
  let received = 0;
  for (let bar = firstDecision; bar < close.length; bar++) {
    received += dividend?.[bar] ?? 0;
    equity[bar] = (cash * (at(close, bar) + received)) / purchase;
  }
  return equity;
}

/** The return of buying at the close of the bar before the first decision and holding to the last bar. */
export function buyAndHoldReturn({ close, dividend }: DailyBars, firstDecision: number): number {
  const purchase = at(close, firstDecision - 1);
  let received = 0;
  dividend?.subarray(firstDecision).forEach((amount) => {
    received += amount;
  });
  return (at(close, close.length - 1) - purchase + received) / purchase;
}
