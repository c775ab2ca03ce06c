import { at } from '../column.ts';
import { measureDrawdowns } from './statistics/drawdowns.ts';
import { measureReturns } from './statistics/returns.ts';
import type { Statistics } from './statistics/statistics.ts';

/** The equity of a run at each of its days, oldest first. */
export interface EquitySeries {
  /** Days since 1970-01-01, strictly ascending. */
  readonly days: Int32Array;
  readonly equity: Float64Array;
  readonly buyAndHold: Float64Array;
}

/** Joins the stocks of a run to one account. */
export interface CombinedAccount {
  /** Adds the series of a stock, which began with the cash. */
  add(series: EquitySeries): void;
  /** The account at each day on which a stock has a bar. */
  series(): EquitySeries;
}

/**
 * Creates an account in which each stock has an equal share of the cash: a share is in cash before its stock's first
 * bar and keeps its last value after the last one.
 * @param cash of each stock's run, and of the account
 * @param first and `last`: the earliest and the latest day of all stocks
 */
export function combineAccounts(cash: number, first: number, last: number): CombinedAccount {
  const length = last - first + 1;
  const hasBar = new Uint8Array(length);
  // Sums of what the shares of 1 are worth.
  const equitySums = new Float64Array(length);
  const holdingSums = new Float64Array(length);
  let count = 0;
  return {
    add({ days, equity, buyAndHold }) {
      count += 1;
      let bar = -1;
      for (let row = 0; row < length; row++) {
        if (days[bar + 1] === first + row) {
          bar += 1;
          hasBar[row] = 1;
        }
        equitySums[row] = at(equitySums, row) + (bar < 0 ? 1 : at(equity, bar) / cash);
        holdingSums[row] = at(holdingSums, row) + (bar < 0 ? 1 : at(buyAndHold, bar) / cash);
      }
    },
    series() {
      const rows = Uint32Array.from(hasBar.keys()).filter((row) => hasBar[row] === 1);
      const worth = (sums: Float64Array) => Float64Array.from(rows, (row) => (cash * at(sums, row)) / count);
      return {
        days: Int32Array.from(rows, (row) => first + row),
        equity: worth(equitySums),
        buyAndHold: worth(holdingSums),
      };
    },
  };
}

/** The statistics of an account of several stocks; they have the formulas of those of one stock. */
export type CombinedStatistics = Pick<
  Statistics,
  | 'return_percent'
  | 'buy_and_hold_return_percent'
  | 'max_drawdown_percent'
  | 'volatility_ann_percent'
  | 'sharpe_ratio'
>;

/** Measures an account. A value whose formula divides by zero or is not finite is null. */
export function combinedStatistics({ days, equity, buyAndHold }: EquitySeries): CombinedStatistics {
  const { annualVolatility, sharpeRatio } = measureReturns({ day: days, close: buyAndHold }, equity);
  return {
    return_percent: known(returnPercent(equity)),
    buy_and_hold_return_percent: known(returnPercent(buyAndHold)),
    max_drawdown_percent: known(-100 * measureDrawdowns(days, equity).max),
    volatility_ann_percent: known(100 * annualVolatility),
    sharpe_ratio: known(sharpeRatio),
  };
}

function returnPercent(values: Float64Array): number {
  const begin = at(values, 0);
  return (100 * (at(values, values.length - 1) - begin)) / begin;
}

/** Adding 0 turns −0 into 0. */
const known = (value: number): number | null => (Number.isFinite(value) ? value + 0 : null);
