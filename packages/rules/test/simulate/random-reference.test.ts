import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { truthOf } from '../../src/evaluate/truth.ts';
import {
  type ExitLimits,
  firstDecisionBar,
  type SimulationSettings,
  simulate,
  sliceBars,
  statisticNames,
  statistics,
  type Trade,
} from '../../src/simulate/index.ts';
import { type Cell, differences } from './differences.ts';

interface Fixture {
  statistics: string[];
  trade: (keyof Trade)[];
  series: Record<string, Record<'day' | 'open' | 'high' | 'low' | 'close', number[]>>;
  strategies: Record<
    string,
    { limits: ExitLimits; look_back: number; decisions: Record<string, [entry: string, exit: string]> }
  >;
  cases: {
    series: string;
    strategy: string;
    settings: SimulationSettings;
    bars: [first: number, end: number];
    first_decision: number;
    dropped_orders: number;
    pending: string | null;
    trades: Cell[][];
    statistics: Cell[];
  }[];
}

const path = new URL('fixtures/random.json', import.meta.url);
const fixture: Fixture = JSON.parse(readFileSync(path, 'utf8'));

it.each(fixture.cases)("has Backtesting.py's results of $strategy on $series with $settings", (reference) => {
  const [first, end] = reference.bars;
  const series = fixture.series[reference.series];
  const strategy = fixture.strategies[reference.strategy];
  const [entry, exit] = strategy?.decisions[reference.series] ?? [];
  if (!series || !strategy || !entry || !exit) throw new Error('The fixture is incomplete');
  const bars = sliceBars(
    {
      day: Int32Array.from(series.day),
      open: Float64Array.from(series.open),
      high: Float64Array.from(series.high),
      low: Float64Array.from(series.low),
      close: Float64Array.from(series.close),
      dividend: null,
    },
    { first, end },
  );
  const decisions = {
    entry: Uint8Array.from(entry.slice(first, end), (digit) => truthOf(digit === '1')),
    exit: Uint8Array.from(exit.slice(first, end), (digit) => truthOf(digit === '1')),
    first: firstDecisionBar(strategy.look_back, first),
  };
  const simulation = simulate(bars, decisions, strategy.limits, reference.settings);

  expect(simulation.firstDecision).toBe(reference.first_decision);
  expect(simulation.droppedOrders).toBe(reference.dropped_orders);
  expect(simulation.pending).toBe(reference.pending);
  expect(simulation.trades).toHaveLength(reference.trades.length);
  const sizeTolerance = reference.settings.fractional ? 1e-8 : 0;
  const tradeDifferences = reference.trades.flatMap((expected, index) =>
    differences(
      fixture.trade,
      expected,
      fixture.trade.map((name) => simulation.trades[index]?.[name]),
      (name) => (name === 'size' ? sizeTolerance : 1e-9),
    ),
  );
  expect(tradeDifferences).toEqual([]);
  expect(fixture.statistics).toEqual(statisticNames);
  const actual = statistics(bars, simulation);
  expect(
    differences(
      statisticNames,
      reference.statistics,
      statisticNames.map((name) => actual[name]),
      () => 1e-9,
    ),
  ).toEqual([]);
});
