import type { WatchListItem } from '@stockbook/api/schemas';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { ChangePercent } from '../price-change.tsx';
import { columnValue } from './table-columns.ts';

const shownCount = 3;

interface Change {
  readonly item: WatchListItem;
  readonly percent: number;
}

/** The stocks with the largest gain and with the largest loss of the day, at most three of each, the largest first. */
export function dayExtremes(items: readonly WatchListItem[]): { best: Change[]; worst: Change[] } {
  const changes = items.flatMap((item) => {
    const percent = columnValue('percent', item, undefined);
    return typeof percent === 'number' ? [{ item, percent }] : [];
  });
  const sorted = changes.sort((a, b) => b.percent - a.percent);
  return {
    best: sorted.filter(({ percent }) => percent > 0).slice(0, shownCount),
    worst: sorted
      .filter(({ percent }) => percent < 0)
      .slice(-shownCount)
      .reverse(),
  };
}

/** The best and the worst stocks of the day among those that are shown. */
export function DayExtremes({ items }: { items: readonly WatchListItem[] }) {
  const { best, worst } = useMemo(() => dayExtremes(items), [items]);
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-1 text-sm max-sm:block max-sm:text-xs">
      {(
        [
          ['Best', best],
          ['Worst', worst],
        ] as const
      ).map(([name, changes]) => (
        <div
          key={name}
          className="flex flex-wrap items-center gap-x-4 max-sm:flex-nowrap max-sm:gap-x-2.5 max-sm:overflow-x-auto max-sm:whitespace-nowrap max-sm:[scrollbar-width:none]"
        >
          <dt className="text-muted max-sm:w-9">
            {name}
            <span className="max-sm:sr-only"> of the day</span>
          </dt>
          {changes.length === 0 && <dd>None</dd>}
          {changes.map(({ item: { stock }, percent }) => (
            <dd key={stock.symbol}>
              <Link
                to="/stocks/$symbol"
                params={{ symbol: stock.symbol }}
                title={stock.name}
                className="inline-flex min-h-6 items-center gap-1.5 rounded-sm pointer-coarse:min-h-11 hover:underline max-sm:focus-visible:-outline-offset-2"
              >
                <span className="font-medium">{stock.symbol}</span> <ChangePercent percent={percent} />
              </Link>
            </dd>
          ))}
        </div>
      ))}
    </dl>
  );
}
