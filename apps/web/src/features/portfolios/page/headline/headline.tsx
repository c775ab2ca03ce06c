import type { Portfolio, PortfolioPerformance } from '@stockbook/api/schemas';
import { type ReactNode, useState } from 'react';
import { QueryError } from '#components/feedback/error-box.tsx';
import { PaleWhileBusy } from '#components/feedback/pale-while-busy.tsx';
import { SectionBoundary } from '#components/feedback/section-boundary.tsx';
import { Skeleton } from '#components/feedback/spinner.tsx';
import { cn } from '#lib/cn.ts';
import { lazyWithReload } from '#lib/lazy-with-reload.ts';
import type { PeriodPerformance } from '../../api/performance.ts';
import { toneOf } from '../../format.ts';
import { describeDefinition } from '../../settings/cash-definition.ts';
import { SimulatedBadge } from '../../simulated-badge.tsx';
import { type FigureName, type HeadlineFigure, headlineFigures } from './figures.ts';
import { GainParts } from './gain-parts.tsx';

const HowPortfolio = lazyWithReload(async () => (await import('../how/how-dialog.tsx')).HowPortfolio);

interface HeadlineProps {
  portfolio: Portfolio;
  period: PeriodPerformance;
  onShowDays: () => void;
}

/** The four figures of a portfolio, each with its explanation, and the parts of the gain. */
export function Headline({ portfolio, period, onShowDays }: HeadlineProps) {
  const { performance, since, isOld, error, retry } = period;
  return (
    <section aria-label="Figures">
      <QueryError error={error} fallback="Failed to load performance" onRetry={retry} className="mb-3" />
      <div className="min-h-96 rounded-lg border border-line bg-surface shadow-card sm:min-h-74 lg:min-h-52">
        {performance ? (
          <PaleWhileBusy isBusy={isOld}>
            <Figures
              performance={performance}
              currency={portfolio.currency}
              definition={describeDefinition(portfolio.cash_tracking)}
              renderExplanation={(figure, onClose) => (
                <HowPortfolio
                  portfolio={portfolio}
                  performance={performance}
                  since={since}
                  figure={figure}
                  onShowDays={onShowDays}
                  onClose={onClose}
                />
              )}
            />
          </PaleWhileBusy>
        ) : (
          !error && <HeadlineLoading />
        )}
      </div>
    </section>
  );
}

interface FiguresProps {
  performance: PortfolioPerformance;
  currency: string;
  /** Which definition of the return they have. */
  definition: string;
  renderExplanation: (figure: FigureName, onClose: () => void) => ReactNode;
}

/** The four figures with the parts of the gain, of a portfolio or of several as one. */
export function Figures({ performance, currency, definition, renderExplanation }: FiguresProps) {
  const [explained, setExplained] = useState<FigureName | null>(null);
  return (
    <>
      <dl className="grid grid-cols-2 lg:grid-cols-4">
        {headlineFigures(performance, currency).map((figure) => (
          <Figure
            key={figure.name}
            figure={figure}
            warnings={performance.warnings}
            onExplain={() => setExplained(figure.name)}
          />
        ))}
      </dl>
      <GainParts gain={performance.gain} currency={currency} />
      <p className="px-4 pb-3 text-xs text-muted sm:px-5">{definition}</p>
      {explained && (
        <SectionBoundary name="The explanation">
          {renderExplanation(explained, () => setExplained(null))}
        </SectionBoundary>
      )}
    </>
  );
}

interface FigureProps {
  figure: HeadlineFigure;
  warnings: PortfolioPerformance['warnings'];
  onExplain: () => void;
}

function Figure({ figure, warnings, onExplain }: FigureProps) {
  const { label, text, tone, note } = figure;
  return (
    <div className="flex min-w-0 flex-col px-4 pt-3 pb-2 sm:px-5">
      <dt className="flex min-h-6 items-center justify-between gap-2 text-sm text-muted">
        {label}
        <button
          type="button"
          onClick={onExplain}
          className="relative min-h-6 rounded-sm text-xs underline decoration-edge decoration-dotted underline-offset-4 pointer-coarse:after:absolute pointer-coarse:after:-inset-x-3 pointer-coarse:after:-inset-y-2.5 hover:text-ink"
        >
          How? <span className="sr-only">{label}</span>
        </button>
      </dt>
      <dd className={cn('numeric text-xl font-semibold break-words', toneOf(tone))}>{text}</dd>
      <dd className="text-xs text-muted">{note}</dd>
      <dd className="mt-1 min-h-5">
        <SimulatedBadge warnings={warnings} />
      </dd>
    </div>
  );
}

function HeadlineLoading() {
  return (
    <div role="status" className="grid grid-cols-2 gap-4 p-4 sm:p-5 lg:grid-cols-4">
      <span className="sr-only">Loading the figures...</span>
      <Skeleton className="h-20" />
      <Skeleton className="h-20" />
      <Skeleton className="h-20" />
      <Skeleton className="h-20" />
    </div>
  );
}
