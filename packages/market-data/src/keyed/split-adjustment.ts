import type { RawBar } from '../bars/clean-bars.ts';
import type { Split } from '../provider/provider.ts';

/** A fraction with a larger denominator is no split that a company would announce. */
const maxDenominator = 100;
const ratioTolerance = 1e-4;

/** The ratio of a split that a service gives as a decimal number: 4 is 4:1, 1.5 is 3:2, 0.333333 is 1:3. */
export function splitOfFactor(date: string, factor: number): Split {
  for (let denominator = 1; denominator <= maxDenominator; denominator += 1) {
    const numerator = Math.round(factor * denominator);
    if (numerator > 0 && Math.abs(numerator / denominator / factor - 1) < ratioTolerance) {
      return { date, numerator, denominator };
    }
  }
  return { date, numerator: factor, denominator: 1 };
}

/** For each day, by how much its share counts were multiplied by the later ones of `splits` (ascending by date). */
export function laterSplits(splits: readonly Split[]): (date: string) => { shares: number; for: number } {
  const steps = splits
    .toReversed()
    .reduce<{ date: string; shares: number; for: number }[]>((later, split) => {
      const last = later.at(-1) ?? { shares: 1, for: 1 };
      later.push({
        date: split.date,
        shares: last.shares * split.numerator,
        for: last.for * split.denominator,
      });
      return later;
    }, []);
  return (date) => steps.findLast((step) => step.date > date) ?? { shares: 1, for: 1 };
}

/** `bar` as traded, adjusted for the `splits` after its day; the volume only if the service has not adjusted it. */
export function splitAdjusted(
  bar: RawBar,
  later: { shares: number; for: number },
  { isVolumeRaw }: { isVolumeRaw: boolean },
): RawBar {
  if (later.shares === later.for) return bar;
  const price = (value: unknown) =>
    typeof value === 'number' ? significant((value * later.for) / later.shares) : value;
  const volume =
    isVolumeRaw && typeof bar.volume === 'number'
      ? Math.round((bar.volume * later.shares) / later.for)
      : bar.volume;
  return {
    ...bar,
    open: price(bar.open),
    high: price(bar.high),
    low: price(bar.low),
    close: price(bar.close),
    volume,
  };
}

/** Without the noise of binary fractions: the services publish at most four decimals of unadjusted prices. */
export function significant(value: number): number {
  return Number(value.toPrecision(10));
}
