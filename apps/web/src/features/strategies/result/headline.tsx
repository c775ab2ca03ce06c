import { drawdownPercents, type EquityRow } from '#components/chart/equity/equity-rows.ts';
import { UnbrokenPercents } from '#components/ui/unbroken-percents.tsx';
import { cn } from '#lib/cn.ts';
import type { EquityState } from '../api/results.ts';
import type { StatisticName, Summary } from '../api/types.ts';
import { formatStatistic } from '../statistics/format-statistic.ts';
import { statisticGuides } from '../statistics/statistics-guide.ts';
import { StatisticTerm } from '../statistics/statistics-list.tsx';
import { type Verdict, verdictOf } from './verdict.ts';

const main = ['return_percent', 'buy_and_hold_return_percent'] as const;
const others = [
  'max_drawdown_percent',
  'trades',
  'exposure_time_percent',
  'win_rate_percent',
  'sharpe_ratio',
] as const;

const tones: Readonly<Record<Verdict['tone'], string>> = {
  ahead: 'text-up',
  level: '',
  behind: 'text-down',
};

/** The worst drawdown of buy-and-hold in percent. */
function worstDrawdown(rows: readonly EquityRow[]): number {
  const held = rows.map((row) => ({ ...row, equity: row.buy_and_hold }));
  return drawdownPercents(held).reduce((worst, each) => Math.min(worst, each), 0);
}

interface HeadlineProps {
  summary: Summary;
  /** The equity of the only stock; null for a run of several. */
  equity: EquityState | null;
}

/** The verdict of a run, then its figures: return and buy-and-hold side by side, and the others. */
export function Headline({ summary, equity }: HeadlineProps) {
  const figure = (name: StatisticName & keyof Summary) =>
    formatStatistic(summary[name], statisticGuides[name].unit);
  const isLoading = equity !== null && !equity.rows && !equity.error;
  const buyAndHoldDrawdown = equity?.rows ? worstDrawdown(equity.rows) : null;
  const verdict = verdictOf({ ...summary, buyAndHoldDrawdown });
  const tone = verdict ? tones[verdict.tone] : '';
  return (
    <div>
      {verdict && (
        // Its second half needs the equity: until then the line has its place, and no words that change.
        <p className={cn('mb-4 min-h-12 text-base font-semibold', tone, isLoading && 'invisible')}>
          <UnbrokenPercents text={verdict.sentence} />
        </p>
      )}
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-[repeat(7,auto)] sm:justify-between">
        {main.map((name) => (
          <div key={name}>
            <dt className="text-xs text-muted">
              <StatisticTerm name={name} />
            </dt>
            <dd className={cn('numeric text-xl font-semibold', name === 'return_percent' && tone)}>
              {figure(name)}
            </dd>
          </div>
        ))}
        {others.map((name) => (
          <div key={name}>
            <dt className="text-xs text-muted">
              <StatisticTerm name={name} />
            </dt>
            <dd className="numeric text-base leading-[1.875rem] font-medium">{figure(name)}</dd>
          </div>
        ))}
      </dl>
      {summary.stocks > 1 && (
        <p className="mt-2 text-xs text-muted">
          Medians of {summary.stocks} stocks, each with its own cash; trades are the sum.
        </p>
      )}
    </div>
  );
}
