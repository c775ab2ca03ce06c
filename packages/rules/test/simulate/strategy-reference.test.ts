import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { dateOfDay } from '@stockbook/common/days';
import { expect, it } from 'vitest';
import {
  type ExitLimits,
  type SimulationSettings,
  statisticNames,
  statistics,
  type Trade,
} from '../../src/simulate/index.ts';
import { StrategySimulation } from '../../src/simulate/strategy-simulation.ts';
import { rulesOf } from '../../src/thread/read-request.ts';
import { takeSteps } from '../take-steps.ts';
import { type Cell, differences } from './differences.ts';

/** The results of Backtesting.py in `fixtures/strategies.json.gz`. */
interface Fixture {
  statistics: string[];
  reasons: Trade['reason'][];
  series: Record<string, Record<'day' | 'open' | 'high' | 'low' | 'close' | 'volume', number[]>>;
  strategies: { entry: string; exit: string | null; limits: ExitLimits }[];
  settings: SimulationSettings[];
  runs: (SkippedRun | SimulatedRun)[];
}

interface Run {
  run: [strategy: number, series: string, settings: number];
  /** The first and the last day; null for all bars. */
  days: [first: number, last: number] | null;
}

interface SkippedRun extends Run {
  skipped: [neededBars: number, bars: number];
}

interface SimulatedRun extends Run {
  dropped: number;
  pending: 'entry' | 'exit' | null;
  /** Four values for each trade: see `packed`. */
  trades: Cell[];
  entry_prices: number;
  exit_prices: number;
  statistics: Cell[];
}

const path = new URL('fixtures/strategies.json.gz', import.meta.url);
const fixture: Fixture = JSON.parse(gunzipSync(readFileSync(path)).toString());
const simulations = new Map(
  Object.entries(fixture.series).map(([name, { day, open, high, low, close, volume }]) => [
    name,
    new StrategySimulation({
      day: Int32Array.from(day),
      open: Float64Array.from(open),
      high: Float64Array.from(high),
      low: Float64Array.from(low),
      close: Float64Array.from(close),
      volume: Float64Array.from(volume),
      dividend: null,
    }),
  ]),
);
const unitsPerShare = 1e8;

it('has results of 60 strategies on 6 series under 4 settings each', () => {
  expect(fixture.strategies).toHaveLength(60);
  expect(simulations.size).toBe(6);
  expect(new Set(fixture.runs.map(({ run }) => run.join())).size).toBe(60 * 6 * 4);
  expect(fixture.statistics).toEqual(statisticNames);
});

it.each(fixture.strategies.map((strategy, index) => ({ ...strategy, index })))(
  "has Backtesting.py's trades and statistics of strategy $index: $entry",
  ({ index, ...strategy }) => {
    const rules = rulesOf(strategy);
    const runs = fixture.runs.filter(({ run: [strategyIndex] }) => strategyIndex === index);
    expect(runs).toHaveLength(24);
    for (const reference of runs) {
      expect({ run: reference.run, differences: differencesFrom(reference, rules) }).toEqual({
        run: reference.run,
        differences: [],
      });
    }
  },
);

function differencesFrom(reference: SkippedRun | SimulatedRun, rules: ReturnType<typeof rulesOf>) {
  const [, series, settingsIndex] = reference.run;
  const settings = fixture.settings[settingsIndex];
  if (!settings) throw new Error('The fixture is incomplete');
  const [since = null, until = null] = reference.days?.map(dateOfDay) ?? [];
  const simulation = simulations.get(series);
  const run = simulation && takeSteps(simulation.run(rules, { since, until }, settings));
  if (!run || 'neededBars' in run) {
    const needed = 'skipped' in reference ? reference.skipped : [];
    return differences(['neededBars', 'bars'], needed, [run?.neededBars, run?.bars], () => 0);
  }
  if ('skipped' in reference) return [{ name: 'skipped', expected: reference.skipped, actual: null }];
  const { trades, droppedOrders, pending } = run.simulation;
  const actual = statistics(run.bars, run.simulation);
  const tradeNames = Array.from(
    { length: Math.max(trades.length, reference.trades.length / 4) },
    (_, trade) => ['entry', 'held', 'reason', 'size'].map((name) => `${name} of trade ${trade}`),
  );
  return [
    ...differences(
      ['dropped', 'pending', 'trades', 'entry_prices', 'exit_prices'],
      [
        reference.dropped,
        reference.pending,
        reference.trades.length / 4,
        reference.entry_prices,
        reference.exit_prices,
      ],
      [
        droppedOrders,
        pending,
        trades.length,
        trades.reduce((sum, { entry_price }) => sum + entry_price, 0),
        trades.reduce((sum, { exit_price }) => sum + (exit_price ?? 0), 0),
      ],
      () => 1e-9,
    ),
    ...differences(tradeNames.flat(), reference.trades, packed(trades, settings), () => 0),
    ...differences(
      statisticNames,
      reference.statistics,
      statisticNames.map((name) => actual[name]),
      () => 1e-9,
    ),
  ];
}

/** The bars since the exit before, the bars held, the reason, and the shares, or units of 1e-8 of them. */
function packed(trades: readonly Trade[], { fractional }: SimulationSettings): Cell[] {
  let bar = 0;
  return trades.flatMap(({ entry_bar, exit_bar, reason, size }) => {
    const wait = entry_bar - bar;
    bar = exit_bar ?? entry_bar;
    return [
      wait,
      exit_bar === null ? null : exit_bar - entry_bar,
      fixture.reasons.indexOf(reason),
      fractional ? Math.round(size * unitsPerShare) : size,
    ];
  });
}
