import type { PortfolioList } from '@stockbook/api/schemas';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { QueryError } from '#components/feedback/error-box.tsx';
import { Skeleton } from '#components/feedback/spinner.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { cn } from '#lib/cn.ts';
import { simulatedWarning } from '#lib/data-source.ts';
import { formatDate } from '#lib/format/dates.ts';
import { useOverviewPeriod } from '../api/overview.ts';
import { useValueLine } from '../api/queries.ts';
import { formatGain, formatMoney, formatReturn, formatSignedPercent, toneOf } from '../format.ts';
import { firstDayOf } from '../periods.ts';
import { ValueLine } from './value-line.tsx';

interface CardFigures {
  readonly currency: string;
  readonly value: number | null | undefined;
  readonly dayChangePercent: number | null | undefined;
  readonly gain: number | null | undefined;
  readonly twr1y: number | null | undefined;
  /** The first day of the last year; undefined if all of it is shown. */
  readonly youngerSince: string | undefined;
  readonly isSimulated: boolean;
  readonly isExample: boolean;
}

interface FiguresCardProps {
  /** The name as a link that covers the card. */
  heading: ReactNode;
  figures: CardFigures;
  /** The values of the line; undefined while they are loading. */
  line: readonly number[] | undefined;
  lineLabel: string;
}

/** A card of the list: value, change of the last day, gain, return, and the line of value. */
function FiguresCard({ heading, figures, line, lineLabel }: FiguresCardProps) {
  const { currency, value, dayChangePercent, gain, twr1y, youngerSince, isSimulated, isExample } = figures;
  return (
    <article className="relative flex min-h-52 flex-col rounded-lg border border-line bg-surface p-4 shadow-card transition-colors has-[h2_a:hover]:border-accent sm:p-5">
      <div className="flex items-start justify-between gap-3">
        <h2 className="min-w-0 text-base font-semibold">{heading}</h2>
        <div className="flex flex-wrap justify-end gap-1">
          {isExample && <Badge tone="accent">Example</Badge>}
          {isSimulated && <Badge tone="warn">{simulatedWarning.short}</Badge>}
        </div>
      </div>
      <div className="numeric mt-1 flex flex-wrap items-baseline justify-between gap-x-3">
        <p className="text-xl font-semibold">{formatMoney(value, currency)}</p>
        <p className={cn('text-sm', toneOf(dayChangePercent))}>
          Today {formatSignedPercent(dayChangePercent)}
        </p>
      </div>
      <div className="my-3 h-11">
        {line && line.length > 1 && <ValueLine values={line} label={lineLabel} />}
      </div>
      <dl className="numeric mt-auto grid grid-cols-2 gap-3 border-t border-line pt-3">
        <div>
          <dt className="text-xs text-muted">Gain</dt>
          <dd className={cn('font-medium', toneOf(gain))}>{formatGain(gain, currency)}</dd>
        </div>
        <div>
          <dt className="text-xs text-muted">
            {youngerSince === undefined ? '1Y return' : `Return since ${formatDate(youngerSince)}`}
          </dt>
          <dd className={cn('font-medium', toneOf(twr1y))}>{formatReturn(twr1y)}</dd>
        </div>
      </dl>
    </article>
  );
}

const linkClass = 'outline-offset-4 after:absolute after:inset-0';

type ListedPortfolio = PortfolioList['portfolios'][number];

/** Whether the period that begins on a day is shorter than the year up to `asOf`. */
function isYounger(since: string | null | undefined, asOf: string | null | undefined): boolean {
  return Boolean(since && asOf && firstDayOf('1Y', asOf, '') !== since);
}

/** The text alternative of the line of value. */
function describeLine(name: string, currency: string, rows: readonly { date: string; value: number }[]) {
  const [first, last] = [rows[0], rows.at(-1)];
  if (!first || !last) return `Value of ${name}`;
  return `Value of ${name} from ${formatDate(first.date)}, ${formatMoney(first.value, currency)}, to ${formatDate(last.date)}, ${formatMoney(last.value, currency)}`;
}

/** A portfolio of the list. */
export function PortfolioCard({ portfolio }: { portfolio: ListedPortfolio }) {
  const { id, name, currency, twr_1y_since: since, as_of: asOf } = portfolio;
  const rows = useValueLine(id, asOf ? since : null).data?.series;
  return (
    <FiguresCard
      heading={
        <Link to="/portfolios/$portfolioId" params={{ portfolioId: id }} className={linkClass}>
          {name}
        </Link>
      }
      figures={{
        currency,
        value: portfolio.value,
        dayChangePercent: portfolio.day_change_percent,
        gain: portfolio.gain,
        twr1y: portfolio.twr_1y,
        youngerSince: since && isYounger(since, asOf) ? since : undefined,
        isSimulated: portfolio.is_simulated === true,
        isExample: portfolio.is_example,
      }}
      line={rows?.map(({ value }) => value)}
      lineLabel={describeLine(name, currency, rows ?? [])}
    />
  );
}

/** The first card: all portfolios as one. */
export function OverviewCard() {
  const life = useOverviewPeriod('ALL');
  const year = useOverviewPeriod('1Y');
  const whole = life.overview;
  if (!whole) {
    return life.error ? (
      <QueryError error={life.error} fallback="Failed to load portfolios" onRetry={life.retry} />
    ) : (
      <Skeleton className="h-52 rounded-lg" />
    );
  }
  const { as_of: asOf, since } = whole.performance;
  const shown = year.isOld ? undefined : year.performance;
  const rows = shown?.series;
  return (
    <FiguresCard
      heading={
        <Link to="/portfolios/overview" className={linkClass}>
          All portfolios
        </Link>
      }
      figures={{
        currency: whole.currency,
        value: whole.totals.value,
        dayChangePercent: whole.totals.day_change_percent,
        gain: whole.performance.gain.total,
        twr1y: shown?.twr,
        youngerSince: asOf !== null && firstDayOf('1Y', asOf, since) === undefined ? since : undefined,
        isSimulated: whole.warnings.some(({ kind }) => kind === 'simulated'),
        isExample: false,
      }}
      line={rows?.map(({ value }) => value)}
      lineLabel={describeLine('all portfolios', whole.currency, rows ?? [])}
    />
  );
}
