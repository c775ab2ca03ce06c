import { Popover } from '@base-ui/react/popover';
import { memo, type ReactNode, useState } from 'react';
import { useCloseRequest } from '#components/ui/overlay/use-close-request.ts';
import { cn } from '#lib/cn.ts';
import type { StatisticName, Statistics } from '../api/types.ts';
import { formatStatistic, toneOf } from './format-statistic.ts';
import { statisticGroups, statisticGuides } from './statistics-guide.ts';

interface ExplainedTermProps {
  term: string;
  /** Shown on a click, a tap or Enter. */
  children: ReactNode;
}

/** A term that opens its explanation. */
function ExplainedTerm({ term, children }: ExplainedTermProps) {
  const [isOpen, setIsOpen] = useState(false);
  useCloseRequest(isOpen, () => setIsOpen(false));
  return (
    <Popover.Root open={isOpen} onOpenChange={setIsOpen}>
      <Popover.Trigger
        render={
          <button
            type="button"
            className="relative min-h-6 text-left pointer-coarse:after:absolute pointer-coarse:after:inset-x-0 pointer-coarse:after:-inset-y-2.5 underline decoration-edge decoration-dotted underline-offset-4 hover:decoration-current print:inline! print:no-underline"
          >
            {term}
          </button>
        }
      />
      <Popover.Portal>
        {/* Sticky: it holds the focus, which must not leave the window when the page scrolls. */}
        <Popover.Positioner
          sticky
          sideOffset={6}
          positionMethod="fixed"
          collisionPadding={8}
          className="z-40"
        >
          <Popover.Popup className="w-76 max-w-[calc(100vw-1rem)] rounded-lg border border-line bg-surface p-3.5 text-sm text-ink shadow-raised outline-none">
            <Popover.Title className="font-semibold">{term}</Popover.Title>
            {children}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

/** The name of a statistic, which explains itself. The same for each stock, beside another value. */
export const StatisticTerm = memo(function StatisticTerm({ name }: { name: StatisticName }) {
  const { label, meaning, formula } = statisticGuides[name];
  return (
    <ExplainedTerm term={label}>
      <p className="mt-1">{meaning}</p>
      <p className="mt-2 text-xs text-muted">Formula</p>
      <p className="font-mono text-xs leading-5">{formula}</p>
    </ExplainedTerm>
  );
});

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
