import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { type ExitLimits, type SimulationSettings, statistics } from '../src/simulate/index.ts';
import { StrategySimulation } from '../src/simulate/strategy-simulation.ts';
import { rulesOf } from '../src/thread/read-request.ts';
import { takeSteps } from '../test/take-steps.ts';

/** Compares a run with one of Backtesting.py, which must be installed for `python3`. Ours evaluates the rules, too. */
const fixtures = new URL('../test/simulate/fixtures/', import.meta.url);
const rounds = 20;

interface Fixture {
  series: Record<'stock', Record<'day' | 'open' | 'high' | 'low' | 'close' | 'volume', number[]>>;
  strategies: { entry: string; exit: string | null; limits: ExitLimits }[];
  settings: SimulationSettings[];
}

const fixture: Fixture = JSON.parse(
  gunzipSync(readFileSync(new URL('strategies.json.gz', fixtures))).toString(),
);
const { day, open, high, low, close, volume } = fixture.series.stock;
const history = {
  day: Int32Array.from(day),
  open: Float64Array.from(open),
  high: Float64Array.from(high),
  low: Float64Array.from(low),
  close: Float64Array.from(close),
  volume: Float64Array.from(volume),
  dividend: null,
};
const [settings] = fixture.settings;
if (!settings) throw new Error('The fixture has no settings');

const times: number[] = [];
for (let round = 0; round < rounds; round++) {
  for (const [index, strategy] of fixture.strategies.entries()) {
    if (index % 4 !== 0) continue;
    const start = performance.now();
    const dates = { since: null, until: null };
    const run = takeSteps(new StrategySimulation(history).run(rulesOf(strategy), dates, settings));
    if ('simulation' in run) statistics(run.bars, run.simulation);
    times.push(performance.now() - start);
  }
}
const ours = median(times);
const theirs = 1_000 * Number(execFileSync('python3', [new URL('generator/measure.py', fixtures).pathname]));
process.stdout.write(
  `${day.length} bars: Backtesting.py ${theirs.toFixed(1)} ms, ours ${ours.toFixed(2)} ms, ${Math.round(theirs / ours)} x\n`,
);

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}
