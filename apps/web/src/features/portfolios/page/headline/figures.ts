import type { PortfolioPerformance } from '@stockbook/api/schemas';
import { formatDate } from '#lib/format/dates.ts';
import { formatGain, formatMoney, formatReturn } from '../../format.ts';
import { describeIrrProblem, describeTwrProblem } from '../../problem-sentences.ts';

export type FigureName = 'value' | 'gain' | 'twr' | 'irr';

export interface HeadlineFigure {
  readonly name: FigureName;
  readonly label: string;
  readonly text: string;
  /** The figure, for its colour; null for one without good or bad. */
  readonly tone: number | null;
  /** Day or period of the figure, or the reason for a missing one. */
  readonly note: string;
}

/** In days: returns of longer periods are shown a year. */
const minAnnualDays = 365;

export function isAnnual({ days }: PortfolioPerformance): boolean {
  return days >= minAnnualDays;
}

/** The time-weighted return as the page shows it, a fraction. */
export function shownTwr(performance: PortfolioPerformance): number | null {
  return isAnnual(performance) ? performance.twr_annual : performance.twr;
}

/** The internal rate as the page shows it, a fraction. */
export function shownIrr(performance: PortfolioPerformance): number | null {
  return isAnnual(performance) ? performance.irr : performance.irr_period;
}

/** The four figures at the top of a portfolio. */
export function headlineFigures(performance: PortfolioPerformance, currency: string): HeadlineFigure[] {
  const { value_end: value, gain, as_of: asOf, until, since } = performance;
  const [twr, irr] = [shownTwr(performance), shownIrr(performance)];
  const period = isAnnual(performance) ? 'a year' : 'this period';
  return [
    {
      name: 'value',
      label: 'Value',
      text: formatMoney(value, currency),
      tone: null,
      note: `at the close of ${formatDate(asOf ?? until)}`,
    },
    {
      name: 'gain',
      label: 'Gain',
      text: formatGain(gain.total, currency),
      tone: gain.total,
      note: `since ${formatDate(since)}`,
    },
    {
      name: 'twr',
      label: 'TTWROR',
      text: formatReturn(twr),
      tone: twr,
      note: twr === null ? (describeTwrProblem(performance) ?? '') : period,
    },
    {
      name: 'irr',
      label: 'IRR',
      text: formatReturn(irr),
      tone: irr,
      note: irr === null ? (describeIrrProblem(performance) ?? '') : period,
    },
  ];
}
