import { cn } from '#lib/cn.ts';
import type { StatisticName, Summary } from '../api/types.ts';
import { formatStatistic, toneOf } from '../statistics/format-statistic.ts';
import { statisticGuides } from '../statistics/statistics-guide.ts';
import { StatisticTerm } from '../statistics/statistics-list.tsx';

const main = ['return_percent', 'buy_and_hold_return_percent'] as const;
const others = [
  'max_drawdown_percent',
  'trades',
  'exposure_time_percent',
  'win_rate_percent',
  'sharpe_ratio',
] as const;

/** The figures of a run: return and buy-and-hold side by side, then the others. */
export function Headline({ summary }: { summary: Summary }) {
  const figure = (name: StatisticName & keyof Summary) =>
    formatStatistic(summary[name], statisticGuides[name].unit);
  return (
    <div>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-[repeat(7,auto)] sm:justify-between">
        {main.map((name) => (
          <div key={name}>
            <dt className="text-xs text-muted">
              <StatisticTerm name={name} />
            </dt>
            <dd
              className={cn(
                'numeric text-xl font-semibold',
                name === 'return_percent' && toneOf(summary[name]),
              )}
            >
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
