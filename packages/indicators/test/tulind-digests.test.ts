import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { seededRandom } from '@stockbook/testing';
import { expect, it } from 'vitest';
import { callTulind } from '../src/tulind/tulind.ts';

interface Digested {
  readonly name: string;
  /** Columns of the bars. */
  readonly inputs: readonly ColumnName[];
  readonly options: readonly (readonly number[])[];
  /** SHA-256 of all outputs over all series with all options. */
  readonly sha256: string;
}

const columnNames = ['open', 'high', 'low', 'close', 'volume'] as const;
type ColumnName = (typeof columnNames)[number];

const functions: readonly Digested[] = JSON.parse(
  readFileSync(new URL('./fixtures/tulind.json', import.meta.url), 'utf8'),
);

interface Series {
  readonly seed: number;
  readonly firstPrice: number;
  /** Prices in quarters, and runs of one price without volume. */
  readonly hasTies?: boolean;
}

const allSeries: readonly Series[] = [
  { seed: 1, firstPrice: 87.5 },
  { seed: 7920, firstPrice: 87.5, hasTies: true },
  { seed: 15_839, firstPrice: 0.0123 },
  { seed: 23_758, firstPrice: 412_345.67 },
];

const barCount = 1000;

function columnsOf({ seed, firstPrice, hasTies = false }: Series): Record<ColumnName, Float64Array> {
  const random = seededRandom(seed);
  const round = (price: number) => (hasTies ? Math.round(price * 4) / 4 : price);
  const column = () => new Float64Array(barCount);
  const columns = { open: column(), high: column(), low: column(), close: column(), volume: column() };
  let open = firstPrice;
  for (let bar = 0; bar < barCount; bar++) {
    const isFlat = hasTies && bar % 40 > 22;
    const close = isFlat ? open : open * (0.97 + 0.0602 * random.next());
    const high = isFlat ? open : Math.max(open, close) * (1 + 0.01 * random.next());
    const low = isFlat ? open : Math.min(open, close) * (1 - 0.01 * random.next());
    columns.open[bar] = round(open);
    columns.high[bar] = round(high);
    columns.low[bar] = round(low);
    columns.close[bar] = round(close);
    columns.volume[bar] = isFlat ? 0 : random.below(1_000_000);
    open = close;
  }
  return columns;
}

const series = allSeries.map(columnsOf);

it.each(functions)('$name has the digits of the native build', ({ name, inputs, options, sha256 }) => {
  const hash = createHash('sha256');
  for (const columns of series) {
    for (const set of options) {
      const outputs = callTulind(
        name,
        inputs.map((input) => columns[input]),
        set,
      );
      for (const output of outputs) {
        // The bits of NaN differ between processors.
        hash.update(output.map((value) => (Number.isNaN(value) ? Number.MAX_VALUE : value)));
      }
    }
  }
  expect(hash.digest('hex')).toBe(sha256);
});
