import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  orders,
  type Simulation,
  simulate,
  sliceBars,
  statistics,
  type Trade,
} from '../../src/simulate/index.ts';
import { type Run, randomRuns } from './random-runs.ts';

const runs = { numRuns: 1_000 };
const simulateRun = ({ bars, decisions, limits, settings }: Run) =>
  simulate(bars, decisions, limits, settings);
const withoutDividends = (run: Run): Run => ({ ...run, bars: { ...run.bars, dividend: null } });

/** The run that ends with bar `end − 1`; the decisions after it are dropped. */
function cut(run: Run, end: number): Run {
  const { entry, exit, first } = run.decisions;
  return {
    ...run,
    bars: sliceBars(run.bars, { first: 0, end }),
    decisions: { entry: entry.subarray(0, end), exit: exit.subarray(0, end), first },
  };
}

/** The side of the order that a whole run fills or drops at the open of `bar`. */
function orderFilledAt(run: Run, { trades }: Simulation, bar: number): Simulation['pending'] {
  if (trades.some(({ exit_bar, reason }) => exit_bar === bar && (reason === 'exit' || reason === 'time')))
    return 'exit';
  const isBought = trades.some(({ entry_bar }) => entry_bar === bar);
  const isDropped = simulateRun(cut(run, bar + 1)).droppedOrders > simulateRun(cut(run, bar)).droppedOrders;
  return isBought || isDropped ? 'entry' : null;
}

it('has the same trades, equity and orders up to a bar when the run is cut there', () => {
  fc.assert(
    fc.property(randomRuns, fc.nat(), (run, at) => {
      const { first } = run.decisions;
      const end = first + 1 + (at % (run.bars.close.length - first - 1));
      const whole = simulateRun(run);
      const part = simulateRun(cut(run, end));
      const isClosedBefore = ({ exit_bar }: Trade) => exit_bar !== null && exit_bar < end;
      expect(part.trades.filter(isClosedBefore)).toEqual(whole.trades.filter(isClosedBefore));
      expect(
        part.trades.map(({ entry_bar, entry_price, size }) => ({ entry_bar, entry_price, size })),
      ).toEqual(
        whole.trades
          .filter(({ entry_bar }) => entry_bar < end)
          .map(({ entry_bar, entry_price, size }) => ({ entry_bar, entry_price, size })),
      );
      expect(part.equity).toEqual(whole.equity.subarray(0, end));
      expect(part.pending).toBe(orderFilledAt(run, whole, end));
      expect(part.orders).toEqual(whole.orders.subarray(0, end));
      expect(part.orders.at(-1)).toBe(part.pending ? orders[part.pending] : orders.none);
    }),
    runs,
  );
});

it('has an equity of the cash and the position at each close', () => {
  fc.assert(
    fc.property(randomRuns.map(withoutDividends), (run) => {
      const { trades, equity } = simulateRun(run);
      const { cash, commission_percent, commission_fixed } = run.settings;
      const ruin = equity.indexOf(0);
      const scale = equity.reduce((peak, value) => Math.max(peak, value), 0);
      for (let bar = 0; bar < (ruin === -1 ? equity.length : ruin); bar++) {
        let expected = cash;
        for (const { entry_bar, exit_bar, entry_price, size, profit } of trades) {
          if (exit_bar !== null && exit_bar <= bar) expected += profit;
          else if (entry_bar <= bar) {
            const entryCommission = commission_fixed + size * entry_price * (commission_percent / 100);
            expected += size * ((run.bars.close[bar] ?? 0) - entry_price) - entryCommission;
          }
        }
        expect(Math.abs((equity[bar] ?? 0) - expected)).toBeLessThanOrEqual(1e-9 * scale);
      }
    }),
    runs,
  );
});

it('holds one long position at a time, bought with the available cash and sold within the bar', () => {
  fc.assert(
    fc.property(randomRuns, (run) => {
      const { trades, equity } = simulateRun(run);
      const { commission_percent, commission_fixed, spread_percent, size_percent } = run.settings;
      let freeFrom = run.decisions.first + 1;
      for (const { entry_bar, entry_price, size, exit_bar, exit_price } of trades) {
        const open = run.bars.open[entry_bar] ?? 0;
        const budget = (equity[entry_bar - 1] ?? 0) * (size_percent / 100);
        const cost = size * open * (1 + (spread_percent + commission_percent) / 100) + commission_fixed;
        expect(entry_bar).toBeGreaterThanOrEqual(freeFrom);
        expect(size).toBeGreaterThan(0);
        expect(entry_price).toBeGreaterThanOrEqual(open);
        expect(cost).toBeLessThanOrEqual(budget * (1 + 1e-12));
        if (exit_bar === null) continue;
        expect(exit_bar).toBeGreaterThanOrEqual(entry_bar);
        expect(exit_price).toBeGreaterThanOrEqual(run.bars.low[exit_bar] ?? Number.NaN);
        expect(exit_price).toBeLessThanOrEqual(run.bars.high[exit_bar] ?? Number.NaN);
        freeFrom = exit_bar + 1;
      }
    }),
    runs,
  );
});

it('has finite numbers or null in all results', () => {
  fc.assert(
    fc.property(randomRuns, (run) => {
      const simulation = simulateRun(run);
      expect(simulation.equity.every((value) => Number.isFinite(value) && value >= 0)).toBe(true);
      const values = [
        ...simulation.trades.flatMap(Object.values),
        ...Object.values(statistics(run.bars, simulation)),
      ];
      expect(values.filter((value) => typeof value === 'number' && !Number.isFinite(value))).toEqual([]);
      expect(values).not.toContain(undefined);
    }),
    runs,
  );
});
