import type { HoldingList, Portfolio, PortfolioOverview, PortfolioPerformance } from '@stockbook/api/schemas';
import type { ReactNode } from 'react';
import { QueryError } from '#components/feedback/error-box.tsx';
import { Skeleton } from '#components/feedback/spinner.tsx';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/overlay/dialog.tsx';
import { formatDate } from '#lib/format/dates.ts';
import { useOverviewDetails } from '../../api/overview.ts';
import { useHoldings, usePerformanceDetails } from '../../api/performance.ts';
import {
  formatFactor,
  formatGain,
  formatMoney,
  formatPlainMoney,
  formatReturn,
  formatShares,
} from '../../format.ts';
import { UnitPrice } from '../../holdings/quantity.tsx';
import { describeDays, describeIrrProblem, describeTwrProblem } from '../../problem-sentences.ts';
import { describeDefinition } from '../../settings/cash-definition.ts';
import { SimulatedBadge } from '../../simulated-badge.tsx';
import { type FigureName, isAnnual, shownIrr, shownTwr } from '../headline/figures.ts';
import { CopyPayments, describePayments } from './payments.tsx';
import { describeDifference } from './why-they-differ.ts';

/** The answer of a query, as far as an explanation shows it. */
interface Queried<Data> {
  readonly data: Data | undefined;
  readonly error: unknown;
  readonly refetch: () => unknown;
}

/** A portfolio, or several as one. */
interface ExplainedBook {
  readonly currency: string;
  readonly cash_tracking: boolean;
}

interface HowDialogProps {
  book: ExplainedBook;
  performance: PortfolioPerformance;
  holdings: Queried<Pick<HoldingList, 'holdings' | 'cash'>>;
  /** The same period as `performance`, with its details. */
  detailed: Queried<PortfolioPerformance>;
  figure: FigureName;
  /** Null where there is no day table. */
  onShowDays: (() => void) | null;
  onClose: () => void;
}

interface HowPortfolioProps extends Pick<HowDialogProps, 'performance' | 'figure' | 'onClose'> {
  portfolio: Portfolio;
  /** First day of the period; undefined for the whole life. */
  since: string | undefined;
  onShowDays: () => void;
}

/** Explains a figure of a portfolio. */
export function HowPortfolio({ portfolio, since, ...dialog }: HowPortfolioProps) {
  const holdings = useHoldings(portfolio.id);
  const detailed = usePerformanceDetails(portfolio.id, since);
  return <HowDialog book={portfolio} holdings={holdings} detailed={detailed} {...dialog} />;
}

interface HowOverviewProps extends Pick<HowDialogProps, 'performance' | 'figure' | 'onClose'> {
  overview: PortfolioOverview;
  since: string | undefined;
}

/** Explains a figure of several portfolios as one. */
export function HowOverview({ overview, since, ...dialog }: HowOverviewProps) {
  const query = useOverviewDetails(since);
  const held = { data: overview, error: null, refetch: query.refetch };
  const detailed = { ...query, data: query.data?.performance };
  return <HowDialog book={overview} holdings={held} detailed={detailed} onShowDays={null} {...dialog} />;
}

const titles: Readonly<Record<FigureName, string>> = {
  value: 'Value',
  gain: 'Gain',
  twr: 'TTWROR',
  irr: 'IRR',
};

/** The sentence, the formula, the figures and the result. */
function HowDialog(props: HowDialogProps) {
  const { book, performance, figure, onShowDays, onClose } = props;
  const problems = describeDays(performance, book.currency);
  return (
    <Dialog title={titles[figure]} open onClose={onClose} size="lg">
      <div className="space-y-3 text-sm">
        <p className="flex flex-wrap items-center gap-2 text-muted">
          {formatDate(performance.since)} to {formatDate(performance.until)}
          <SimulatedBadge warnings={performance.warnings} />
        </p>
        {figure === 'value' && <HowValue {...props} />}
        {figure === 'gain' && <HowGain {...props} />}
        {figure === 'twr' && <HowTwr {...props} />}
        {figure === 'irr' && <HowIrr {...props} />}
        <p className="text-muted">{describeDefinition(book.cash_tracking)}</p>
        {problems.length > 0 && (
          <ul className="list-disc space-y-1 pl-5">
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        )}
        {onShowDays && (
          <p>
            <Button
              size="sm"
              onClick={() => {
                onClose();
                onShowDays();
              }}
            >
              {figure === 'twr' ? 'All days' : 'Day table'}
            </Button>
          </p>
        )}
      </div>
    </Dialog>
  );
}

function Formula({ children }: { children: ReactNode }) {
  return <p className="rounded-md bg-sunken px-3 py-2 font-mono text-xs leading-5">{children}</p>;
}

function Result({ children }: { children: ReactNode }) {
  return <p className="numeric text-base font-semibold">= {children}</p>;
}

function HowValue({ book, performance, holdings: { data, error, refetch } }: HowDialogProps) {
  const { currency, cash_tracking: isCashTracked } = book;
  return (
    <>
      <p>The shares that you hold, at their last close, in {currency}.</p>
      <Formula>Shares × last close × rate, added up{isCashTracked ? ' + cash' : ''}</Formula>
      <QueryError error={error} fallback="Failed to load the holdings" onRetry={refetch} />
      {!data && !error && <Skeleton className="h-24" />}
      {data && (
        <ul className="numeric max-h-72 space-y-1 overflow-y-auto">
          {data.holdings.map((holding) => (
            <li key={holding.symbol} className="flex flex-wrap justify-between gap-x-4">
              <span>
                <span className="normal-nums">{holding.symbol}</span>: {formatShares(holding.quantity)} ×{' '}
                <UnitPrice holding={holding} />
                {holding.price_currency === currency ? '' : ` × ${formatShares(holding.fx_rate)}`}
              </span>
              <span>{formatMoney(holding.value, currency)}</span>
            </li>
          ))}
          {data.cash.map((balance) => (
            <li key={balance.currency} className="flex flex-wrap justify-between gap-x-4">
              <span>
                Cash in {balance.currency}: {formatMoney(balance.amount, balance.currency)}
              </span>
              <span>{formatMoney(balance.value, currency)}</span>
            </li>
          ))}
        </ul>
      )}
      <Result>{formatMoney(performance.value_end, currency)}</Result>
    </>
  );
}

function HowGain(props: HowDialogProps) {
  const { performance, book } = props;
  const { currency } = book;
  const { value_end: end, value_start: start, inflow, outflow, gain } = performance;
  const plain = (value: number) => formatPlainMoney(value, currency);
  return (
    <>
      <p>What the portfolio is worth more than the money that was put into it.</p>
      <Formula>Value at the end − value at the start − money in + money out</Formula>
      <p className="numeric">
        {plain(end)} − {plain(start)} − {plain(inflow)} + {plain(outflow)}
      </p>
      <Result>{formatGain(gain.total, currency)}</Result>
      <WhyTheyDiffer {...props} />
    </>
  );
}

function HowTwr(props: HowDialogProps) {
  const { book, performance, detailed } = props;
  const { data, error, refetch } = detailed;
  const plain = (value: number) => formatPlainMoney(value, book.currency);
  const sumOf = (a: number, b: number) => (b === 0 ? plain(a) : `(${plain(a)} + ${plain(b)})`);
  const problem = describeTwrProblem(performance);
  return (
    <>
      <p>
        What one euro would have become that was in the portfolio all the time, whatever money came and went.
      </p>
      <Formula>
        Product of (value + outflow) / (value before + inflow) over {performance.days} days − 1
      </Formula>
      {problem && <p>{problem}</p>}
      <QueryError error={error} fallback="Failed to load performance" onRetry={refetch} />
      {!data && !error && <Skeleton className="h-15" />}
      {data?.details && data.details.largest_days.length > 0 && (
        <ul aria-label="The days that moved it most" className="numeric space-y-1">
          {data.details.largest_days.map((day) => (
            <li key={day.date}>
              {formatDate(day.date)}: {sumOf(day.value, day.outflow)} / {sumOf(day.value_before, day.inflow)}{' '}
              = {formatFactor(day.factor)}
            </li>
          ))}
        </ul>
      )}
      <Result>{formatReturn(performance.twr)}</Result>
      {isAnnual(performance) && (
        <p className="numeric">
          A year: (1 + TTWROR)^(365 / {performance.days}) − 1 = {formatReturn(shownTwr(performance))}
        </p>
      )}
      <WhyTheyDiffer {...props} />
    </>
  );
}

function HowIrr(props: HowDialogProps) {
  const { book, performance, detailed } = props;
  const { data, error, refetch } = detailed;
  const problem = describeIrrProblem(performance);
  const payments = data?.details?.payments ?? [];
  return (
    <>
      <p>
        The yearly interest at which a savings account with your payments would have ended at the same value.
      </p>
      <Formula>Σ payment / (1 + IRR)^(days since the first payment / 365) = 0</Formula>
      {problem && <p>{problem}</p>}
      <QueryError error={error} fallback="Failed to load performance" onRetry={refetch} />
      {!data && !error && <Skeleton className="h-15" />}
      {payments.length > 0 && (
        <>
          <p className="numeric">Your payments: {describePayments(payments, performance, book.currency)}</p>
          <p className="flex flex-wrap items-center gap-3">
            Check it with XIRR in any spreadsheet
            <CopyPayments payments={payments} />
          </p>
        </>
      )}
      <Result>
        {formatReturn(shownIrr(performance))} {isAnnual(performance) ? 'a year' : 'this period'}
      </Result>
      <p className="numeric">
        {isAnnual(performance)
          ? `For the whole period: ${formatReturn(performance.irr_period)}`
          : `A year: ${formatReturn(performance.irr)}`}
      </p>
      <WhyTheyDiffer {...props} />
    </>
  );
}

function WhyTheyDiffer({ performance, detailed: { data } }: HowDialogProps) {
  const sentence = data?.details ? describeDifference(performance, data.details.gain_on_cost) : null;
  return sentence && <p className="font-medium">{sentence}</p>;
}
