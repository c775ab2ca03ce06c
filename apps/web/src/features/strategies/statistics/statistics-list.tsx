import { cn } from '#lib/cn.ts';
import type { Statistics } from '../api/types.ts';
import { formatStatistic, toneOf } from './format-statistic.ts';
import { StatisticTerm } from './statistic-term.tsx';
import { statisticGroups, statisticGuides } from './statistics-guide.ts';

/** All statistics of a stock, each with its explanation. */
export function StatisticsList({
  statistics,
  currency,
}: {
  statistics: Statistics;
  currency: string | null;
}) {
  return (
    <div className="grid grid-cols-1 gap-x-8 gap-y-5 sm:grid-cols-2 xl:grid-cols-3">
      {statisticGroups.map(({ title, names }) => (
        <section key={title} aria-label={title}>
          <h3 className="mb-1 text-xs font-semibold text-muted">{title}</h3>
          <dl className="divide-y divide-line text-sm">
            {names.map((name) => {
              const { unit } = statisticGuides[name];
              const value = statistics[name];
              return (
                <div key={name} className="flex items-center justify-between gap-3 py-1">
                  <dt>
                    <StatisticTerm name={name} />
                  </dt>
                  <dd className={cn('numeric font-medium', unit === 'change' && toneOf(value))}>
                    {formatStatistic(value, unit, currency)}
                  </dd>
                </div>
              );
            })}
          </dl>
        </section>
      ))}
    </div>
  );
}
