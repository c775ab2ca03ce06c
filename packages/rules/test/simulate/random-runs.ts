import { dayNumber } from '@stockbook/common/days';
import fc from 'fast-check';
import { truthOf } from '../../src/evaluate/truth.ts';
import type { DailyBars, Decisions, ExitLimits, SimulationSettings } from '../../src/simulate/index.ts';

export interface Run {
  bars: DailyBars;
  decisions: Decisions;
  limits: ExitLimits;
  settings: SimulationSettings;
}

const fraction = fc.double({ min: 0, max: 1, noNaN: true });

/** A bar relative to the previous one, with the decisions at its close. */
const step = fc.record({
  days: fc.constantFrom(1, 1, 1, 3),
  gap: fc.constantFrom(1, 1, 1, 0.5, 0.97, 1.03, 2),
  move: fraction,
  reach: fc.constantFrom(0, 0.01, 0.2),
  dividend: fc.constantFrom(0, 0, 0, 0.02),
  entry: fc.boolean(),
  exit: fc.constantFrom(false, false, true),
});

const optional = (value: fc.Arbitrary<number>) => fc.option(value, { nil: null });

const limits: fc.Arbitrary<ExitLimits> = fc.record({
  stop_loss_percent: optional(fc.double({ min: 0.1, max: 99, noNaN: true })),
  take_profit_percent: optional(fc.double({ min: 0.1, max: 200, noNaN: true })),
  max_bars: optional(fc.integer({ min: 1, max: 20 })),
});

const settings: fc.Arbitrary<SimulationSettings> = fc.record({
  cash: fc.constantFrom(1, 95, 1_000, 1e4, 1e9),
  size_percent: fc.double({ min: 0.1, max: 100, noNaN: true }),
  commission_percent: fc.double({ min: 0, max: 9.99, noNaN: true }),
  commission_fixed: fc.constantFrom(0, 0, 1, 90),
  spread_percent: fc.double({ min: 0, max: 10, noNaN: true }),
  fractional: fc.boolean(),
});

/** Runs of 5 to 60 bars with gaps, wide bars and dividends, and with any decisions, limits and settings. */
export const randomRuns: fc.Arbitrary<Run> = fc
  .record({
    steps: fc.array(step, { minLength: 5, maxLength: 60, size: 'max' }),
    exponent: fc.integer({ min: -3, max: 5 }),
    first: fc.integer({ min: 1, max: 3 }),
    limits,
    settings,
  })
  .map(({ steps, exponent, first, limits, settings }) => {
    let price = 1.2345 * 10 ** exponent;
    let day = dayNumber('2024-01-01');
    const rows = steps.map(({ days, gap, move, reach, dividend }) => {
      const open = price * gap;
      const close = open * (0.95 + 0.1 * move);
      price = close;
      day += days;
      const high = Math.max(open, close) * (1 + reach);
      const low = Math.min(open, close) * (1 - reach);
      return { day, open, high, low, close, dividend: close * dividend };
    });
    const column = (name: 'open' | 'high' | 'low' | 'close' | 'dividend') =>
      Float64Array.from(rows, (row) => row[name]);
    return {
      bars: {
        day: Int32Array.from(rows, (row) => row.day),
        open: column('open'),
        high: column('high'),
        low: column('low'),
        close: column('close'),
        dividend: column('dividend'),
      },
      decisions: {
        entry: Uint8Array.from(steps, ({ entry }) => truthOf(entry)),
        exit: Uint8Array.from(steps, ({ exit }) => truthOf(exit)),
        first,
      },
      limits,
      settings,
    };
  });
