import { ExplainedTerm } from '#components/ui/explained-term.tsx';
import { cn } from '#lib/cn.ts';
import { formatCount, formatNumber, formatPercent, formatPrice } from '#lib/format/numbers.ts';
import type { StatisticName, Statistics } from '../api/types.ts';
import { type StatisticUnit, statisticGroups, statisticGuides } from './statistics-guide.ts';

/** An amount in a currency; without one if it is not known. */
export function formatMoney(value: number, currency: string | null): string {
  return currency === null ? formatNumber(value, 2) : formatPrice(value, currency);
}

/** A statistic in its unit; N/A if it has no value. */
export function formatStatistic(
  value: number | null,
  unit: StatisticUnit,
  currency: string | null = null,
): string {
  if (value === null) return 'N/A';
  switch (unit) {
    case 'days':
      return value === 1 ? '1 day' : `${formatCount(value)} days`;
    case 'money':
      return formatMoney(value, currency);
    case 'change':
      return formatPercent(value);
    case 'percent':
      return `${formatNumber(value, 2)}%`;
    case 'ratio':
      return formatNumber(value, 2);
    case 'count':
      return formatCount(value);
  }
}

/** Colours gains and losses. */
export function toneOf(value: number | null): string {
  if (value === null || value === 0) return '';
  return value > 0 ? 'text-up' : 'text-down';
}

/** The name of a statistic, which explains itself. */
export function StatisticTerm({ name }: { name: StatisticName }) {
  const { label, meaning, formula } = statisticGuides[name];
  return (
    <ExplainedTerm term={label}>
      <p className="mt-1">{meaning}</p>
      <p className="mt-2 text-xs text-muted">Formula</p>
      <p className="font-mono text-xs leading-5">{formula}</p>
    </ExplainedTerm>
  );
}

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
