import { seededRandom } from '@stockbook/testing';
import { Bench } from 'tinybench';
import { floatColumns } from '../src/index.ts';
import { benchmarkCases, type Columns } from './benchmark-cases.ts';

const librariesOfArrays = ['technicalindicators', 'ixjb94'] as const;
const runs = [
  { bars: 9_300, iterations: 60 },
  { bars: 1_000_000, iterations: 7 },
];

function print(...cells: string[]): void {
  const [first = '', ...others] = cells;
  process.stdout.write(`${first.padEnd(8)}${others.map((cell) => cell.padStart(21)).join('')}\n`);
}

/** A random walk, the same on every run. */
function randomWalk(bars: number): Columns {
  const columns: Columns = { open: [], high: [], low: [], close: [], volume: [] };
  const { next: random } = seededRandom(1);
  let price = 100;
  for (let bar = 0; bar < bars; bar++) {
    const open = price;
    // Mean reversion to 100: otherwise the price of a million bars drifts towards 0.
    price *= 1 + (random() - 0.5) * 0.04 - Math.log(price / 100) * 0.001;
    columns.open.push(open);
    columns.high.push(Math.max(open, price) * (1 + random() * 0.01));
    columns.low.push(Math.min(open, price) * (1 - random() * 0.01));
    columns.close.push(price);
    columns.volume.push(Math.floor(random() * 1e6));
  }
  return columns;
}

for (const { bars, iterations } of runs) {
  const columns = randomWalk(bars);
  const floats = floatColumns(columns);
  process.stdout.write(`\n${bars.toLocaleString('en')} bars: median time as a multiple of plain tulind's\n`);
  print('', 'plain tulind', 'this package', 'allowed', 'technicalindicators', '@ixjb94/indicators');
  for (const benchmarkCase of benchmarkCases) {
    const bench = new Bench({ time: 0, iterations, warmup: true, warmupTime: 0, warmupIterations: 2 });
    bench.add('ours', () => void benchmarkCase.ours(floats));
    bench.add('tulind', () => void benchmarkCase.tulind(floats));
    for (const library of librariesOfArrays) bench.add(library, () => void benchmarkCase[library](columns));
    await bench.run();
    const medians = new Map(
      bench.tasks.map(({ name, result }) => [name, 'latency' in result ? result.latency.p50 : Number.NaN]),
    );
    const base = medians.get('tulind') ?? Number.NaN;
    const ratio = (library: string) => `${((medians.get(library) ?? Number.NaN) / base).toFixed(2)} x`;
    print(
      benchmarkCase.preset,
      `${base.toFixed(2)} ms`,
      ratio('ours'),
      `${benchmarkCase.maxRatio.toFixed(2)} x`,
      ratio('technicalindicators'),
      ratio('ixjb94'),
    );
  }
}
