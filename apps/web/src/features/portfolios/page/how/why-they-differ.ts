import type { PortfolioPerformance } from '@stockbook/api/schemas';
import { withTrueMinus } from '#lib/format/numbers.ts';
import { isAnnual, shownIrr } from '../headline/figures.ts';

/** In points: returns that are nearer to each other need no explanation. */
const minDifference = 2;

const percent = new Intl.NumberFormat('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 });

const formatShort = (fraction: number): string => `${withTrueMinus(percent.format(100 * fraction))} %`;

/**
 * Why the time-weighted return and the gain on the money put in differ; null where they hardly do.
 * @param gainOnCost a fraction
 */
export function describeDifference(
  performance: PortfolioPerformance,
  gainOnCost: number | null,
): string | null {
  const { twr } = performance;
  const irr = shownIrr(performance);
  if (twr === null || gainOnCost === null || Math.abs(twr - gainOnCost) * 100 <= minDifference) return null;
  const rate =
    irr === null ? '' : ` IRR ${formatShort(irr)} ${isAnnual(performance) ? 'a year' : 'this period'},`;
  const when = gainOnCost > twr ? 'early' : 'late';
  return `TTWROR ${formatShort(twr)},${rate} ${formatShort(gainOnCost)} on cost: most of your money came in ${when}.`;
}
