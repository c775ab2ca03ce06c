import { percentile } from '../support/load.ts';

/** Times of the same work on the small and on the large database, in milliseconds. */
interface Comparison {
  readonly small: number[];
  readonly large: number[];
}

/** A database. */
export type SideName = keyof Comparison;

/** The limits of the ratios. */
const maxRatios = { p50: 1.5, p99: 2 };

/** The fewest with which a neighbour on the machine hardly moves the median. */
const manyRounds = 20;

/** Of few values the 99th percentile is the largest one. */
function figuresOf({ small, large }: Comparison) {
  const [p50, largeP50] = [percentile(small, 0.5), percentile(large, 0.5)];
  const [p99, largeP99] = [percentile(small, 0.99), percentile(large, 0.99)];
  return { p50, largeP50, ratio: largeP50 / p50, p99, largeP99, ratio99: largeP99 / p99 };
}

const header =
  '| what | p50 ms, small | large | ratio | p99 ms, small | large | ratio | rounds |\n' +
  '| --- | --: | --: | --: | --: | --: | --: | --: |';

function summaryOf(measured: readonly { readonly ratio: number; readonly ratio99: number }[]): string {
  const ratios = measured.map(({ ratio }) => ratio);
  const above = ratios.filter((ratio) => ratio > maxRatios.p50).length;
  const above99 = measured.filter(({ ratio99 }) => ratio99 > maxRatios.p99).length;
  return (
    `${measured.length} comparisons; the middle ratio of the medians is ${percentile(ratios, 0.5).toFixed(2)}; ` +
    `above ${maxRatios.p50} at p50: ${above}; above ${maxRatios.p99} at p99: ${above99}`
  );
}

/** Measurements of both databases, by their titles. */
export class Comparisons {
  readonly #byTitle = new Map<string, Comparison>();

  add(title: string, side: SideName, ms: number): void {
    const comparison = this.#byTitle.get(title) ?? { small: [], large: [] };
    this.#byTitle.set(title, comparison);
    comparison[side].push(ms);
  }

  has(title: string): boolean {
    return this.#byTitle.has(title);
  }

  /** Whether a ratio is above its limit. */
  isAboveLimit(title: string): boolean {
    const comparison = this.#byTitle.get(title);
    if (!comparison) return false;
    const { ratio, ratio99 } = figuresOf(comparison);
    return ratio > maxRatios.p50 || ratio99 > maxRatios.p99;
  }

  /** The line of the table. */
  rowOf(title: string): string {
    const comparison = this.#byTitle.get(title) ?? { small: [], large: [] };
    const { p50, largeP50, ratio, p99, largeP99, ratio99 } = figuresOf(comparison);
    const times = [p50, largeP50].map((ms) => ms.toFixed(1));
    const slowest = [p99, largeP99].map((ms) => ms.toFixed(1));
    const cells = [title, ...times, ratio.toFixed(2), ...slowest, ratio99.toFixed(2)];
    return `| ${cells.join(' | ')} | ${comparison.large.length} |`;
  }

  /** All of them, the worst first, and a summary. */
  table(): string {
    const measured = [...this.#byTitle].flatMap(([title, comparison]) =>
      comparison.large.length === 0
        ? []
        : { title, rounds: comparison.large.length, ...figuresOf(comparison) },
    );
    const sorted = measured.toSorted((one, other) => other.ratio - one.ratio);
    const often = measured.filter(({ rounds }) => rounds >= manyRounds);
    return [
      header,
      ...sorted.map(({ title }) => this.rowOf(title)),
      '',
      `all: ${summaryOf(measured)}`,
      `with ${manyRounds} rounds or more: ${summaryOf(often)}`,
    ].join('\n');
  }
}
