import { Bench } from 'tinybench';
import { truthOf } from '../src/evaluate/truth.ts';
import {
  type DailyBars,
  type Decisions,
  defaultSettings,
  type ExitLimits,
  simulate,
  statistics,
} from '../src/simulate/index.ts';

const bars = 7_500;
const limits: ExitLimits = { stop_loss_percent: 5, take_profit_percent: 10, max_bars: 60 };

/** A random walk and decisions, the same on every run. */
function randomRun(): { bars: DailyBars; decisions: Decisions } {
  let state = 1;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const [open, high, low, close] = Array.from({ length: 4 }, () => new Float64Array(bars)) as [
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  let price = 100;
  for (let bar = 0; bar < bars; bar++) {
    open[bar] = price;
    price *= 1 + (random() - 0.498) * 0.04;
    close[bar] = price;
    high[bar] = Math.max(open[bar] as number, price) * (1 + random() * 0.01);
    low[bar] = Math.min(open[bar] as number, price) * (1 - random() * 0.01);
  }
  const flags = (share: number) => Uint8Array.from({ length: bars }, () => truthOf(random() < share));
  return {
    bars: {
      day: Int32Array.from({ length: bars }, (_, bar) => 9_000 + bar),
      open,
      high,
      low,
      close,
      dividend: null,
    },
    decisions: { entry: flags(0.1), exit: flags(0.05), first: 200 },
  };
}

/** The floor: a loop that reads every value once. */
function readArrays({ open, high, low, close }: DailyBars, { entry, exit }: Decisions): number {
  let sum = 0;
  for (let bar = 0; bar < close.length; bar++) {
    sum += (open[bar] as number) + (high[bar] as number) + (low[bar] as number) + (close[bar] as number);
    sum += (entry[bar] as number) + (exit[bar] as number);
  }
  return sum;
}

const run = randomRun();
const simulation = simulate(run.bars, run.decisions, limits, defaultSettings);
const bench = new Bench({ time: 0, iterations: 2_000, warmup: true, warmupTime: 0, warmupIterations: 500 })
  .add('bare loop', () => void readArrays(run.bars, run.decisions))
  .add('simulate', () => void simulate(run.bars, run.decisions, limits, defaultSettings))
  .add('statistics', () => void statistics(run.bars, simulation));
await bench.run();

const medians = bench.tasks.map(({ name, result }) => ({
  name,
  ms: 'latency' in result ? result.latency.p50 : Number.NaN,
}));
const floor = medians[0]?.ms ?? Number.NaN;
process.stdout.write(`${bars.toLocaleString('en')} bars, ${simulation.trades.length} trades\n`);
for (const { name, ms } of medians) {
  process.stdout.write(
    `${name.padEnd(12)}${(ms * 1_000).toFixed(1).padStart(10)} µs${(ms / floor).toFixed(1).padStart(8)} x\n`,
  );
}
