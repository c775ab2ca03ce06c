import type { PortfolioOverview } from '@stockbook/api/schemas';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { QueryError } from '#components/feedback/error-box.tsx';
import { PaleWhileBusy } from '#components/feedback/pale-while-busy.tsx';
import { Skeleton } from '#components/feedback/spinner.tsx';
import { Card } from '#components/ui/card.tsx';
import { type Column, DataTable } from '#components/ui/data-table.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { Switch } from '#components/ui/switch.tsx';
import { useMedia } from '#hooks/use-media.ts';
import { formatDate } from '#lib/format/dates.ts';
import { lazyWithReload } from '#lib/lazy-with-reload.ts';
import { areQuotesOff } from '#lib/quotes/quotes-off.ts';
import { useOverviewPeriod } from '../api/overview.ts';
import { formatGain, formatMoney, formatShareOf, toneOf } from '../format.ts';
import { HoldingCard } from '../holdings/holding-card.tsx';
import { holdingColumns } from '../holdings/holding-columns.tsx';
import { HoldingDetails } from '../holdings/holding-details.tsx';
import { HoldingsFoot, HoldingsSummary } from '../holdings/holdings-foot.tsx';
import { SkippedHoldings } from '../holdings/skipped-holdings.tsx';
import type { ValuedHoldings } from '../holdings/types.ts';
import { type ChartChoice, ChartSection } from '../page/chart/chart-section.tsx';
import { Figures } from '../page/headline/headline.tsx';
import { Contributions } from '../performance/contributions.tsx';
import { Risk } from '../performance/risk.tsx';
import { describeDefinition } from '../settings/cash-definition.ts';
import { SimulatedBadge } from '../simulated-badge.tsx';

const HowOverview = lazyWithReload(async () => (await import('../page/how/how-dialog.tsx')).HowOverview);

const PricesOfToday = lazyWithReload(
  async () => (await import('../holdings/prices-of-today.tsx')).OverviewPricesOfToday,
  <p className="min-h-5" />,
);

const name = 'all portfolios';

/** Several portfolios as one book in one currency. */
export function OverviewPage() {
  const [choice, setChoice] = useState<ChartChoice>({ period: 'ALL', view: 'value' });
  const { overview, performance, since, isOld, error, retry } = useOverviewPeriod(choice.period);
  return (
    <div className="space-y-5">
      <PageHeader
        title="All portfolios"
        badge="Preview"
        marks={overview && <span className="text-sm text-muted">{overview.currency}</span>}
        sentence="Your portfolios as one: a transfer between two of them is no flow."
      />
      <QueryError error={error} fallback="Failed to load portfolios" onRetry={retry} />
      {!overview && !error && <OverviewLoading />}
      {overview && (
        <PaleWhileBusy isBusy={isOld} className="space-y-5">
          <Headline overview={overview} since={since} />
          <ChartSection
            portfolio={{ name, currency: overview.currency }}
            period={{ performance, since: undefined, isOld: false, error: null, retry }}
            choice={choice}
            onChoose={setChoice}
          />
          <Parts overview={overview} />
          <Holdings overview={overview} />
          <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
            <Card title="Contributions" actions={<SimulatedBadge warnings={overview.performance.warnings} />}>
              <Contributions performance={overview.performance} currency={overview.currency} />
            </Card>
            <Card title="Risk" actions={<SimulatedBadge warnings={overview.performance.warnings} />}>
              <Risk performance={overview.performance} />
            </Card>
          </div>
        </PaleWhileBusy>
      )}
    </div>
  );
}

interface OverviewProps {
  overview: PortfolioOverview;
}

function Headline({ overview, since }: OverviewProps & { since: string | undefined }) {
  const { performance, currency, cash_tracking: isCashTracked } = overview;
  const definition = describeDefinition(isCashTracked);
  return (
    <section aria-label="Figures" className="rounded-lg border border-line bg-surface shadow-card">
      <Figures
        performance={performance}
        currency={currency}
        definition={
          isCashTracked ? definition : `${definition}. Cash is left out unless every portfolio tracks it.`
        }
        renderExplanation={(figure, onClose) => (
          <HowOverview
            overview={overview}
            performance={performance}
            since={since}
            figure={figure}
            onClose={onClose}
          />
        )}
      />
    </section>
  );
}

type Part = PortfolioOverview['portfolios'][number];

/** The portfolios with their parts of the value and of the gain. */
function Parts({ overview }: OverviewProps) {
  const { currency, portfolios } = overview;
  const columns: Column<Part>[] = [
    {
      key: 'name',
      title: 'Portfolio',
      isText: true,
      sortBy: (part) => part.name,
      cell: ({ id, name: text }) => (
        <Link
          to="/portfolios/$portfolioId"
          params={{ portfolioId: id }}
          className="inline-flex min-h-6 items-center whitespace-normal normal-nums hover:underline pointer-coarse:min-h-11"
        >
          {text}
        </Link>
      ),
    },
    {
      key: 'value',
      title: 'Value',
      sortBy: ({ value }) => value,
      cell: ({ value }) => formatMoney(value, currency),
    },
    {
      key: 'weight',
      title: 'Weight',
      sortBy: ({ weight }) => weight,
      cell: ({ weight }) => (weight === null ? '–' : formatShareOf(100 * weight)),
    },
    {
      key: 'gain',
      title: 'Gain',
      sortBy: ({ gain }) => gain,
      cell: ({ gain }) => <span className={toneOf(gain)}>{formatGain(gain, currency)}</span>,
    },
  ];
  return (
    <Card title="Portfolios" actions={<SimulatedBadge warnings={overview.performance.warnings} />}>
      <DataTable label="Portfolios" columns={columns} rows={portfolios} rowKey={({ id }) => id} />
    </Card>
  );
}

function Holdings({ overview }: OverviewProps) {
  const [openSymbol, setOpenSymbol] = useState<string | null>(null);
  const isPhone = useMedia('(width < 40rem)');
  const [isAtQuotes, setIsAtQuotes] = useState(false);
  const [valued, setValued] = useState<ValuedHoldings | null>(null);
  const { currency, performance } = overview;
  const list = valued ?? overview;
  const { holdings } = list;
  const toggle = (symbol: string) => setOpenSymbol((open) => (open === symbol ? null : symbol));
  const detailsOf = (symbol: string, hasAllFigures: boolean) => {
    const holding = holdings.find((each) => each.symbol === symbol);
    const contribution = performance.contributions.find((each) => each.symbol === symbol);
    return (
      holding && (
        <HoldingDetails
          holding={holding}
          currency={currency}
          contribution={contribution}
          hasAllFigures={hasAllFigures}
        />
      )
    );
  };
  return (
    <Card
      title={`Holdings on ${formatDate(performance.until)}`}
      actions={<SimulatedBadge warnings={performance.warnings} />}
    >
      {holdings.length > 0 && !areQuotesOff && (
        <div className="mb-3 space-y-3">
          <Switch label="With prices of today" checked={isAtQuotes} onChange={setIsAtQuotes} />
          {isAtQuotes && (
            <PricesOfToday holdings={overview.holdings} asOf={performance.as_of} onValue={setValued} />
          )}
        </div>
      )}
      {holdings.length === 0 && <p className="text-sm text-muted">Nothing is held now.</p>}
      {isPhone ? (
        <div className="space-y-2">
          {holdings.map((holding) => (
            <HoldingCard
              key={holding.symbol}
              holding={holding}
              currency={currency}
              isOpen={holding.symbol === openSymbol}
              onToggle={() => toggle(holding.symbol)}
            >
              {detailsOf(holding.symbol, true)}
            </HoldingCard>
          ))}
          <HoldingsSummary list={list} currency={currency} />
        </div>
      ) : (
        holdings.length > 0 && (
          <DataTable
            label="Holdings of all portfolios"
            columns={holdingColumns(currency, openSymbol, toggle)}
            rows={holdings}
            rowKey={({ symbol }) => symbol}
            initialSorting={{ key: 'value', isDescending: true }}
            details={({ symbol }) => symbol === openSymbol && detailsOf(symbol, false)}
            after={<HoldingsFoot list={list} currency={currency} />}
          />
        )
      )}
      <SkippedHoldings skipped={overview.skipped} />
    </Card>
  );
}

/** Placeholder with the heights of the page. */
function OverviewLoading() {
  return (
    <div role="status" className="space-y-5">
      <span className="sr-only">Loading portfolios...</span>
      <Skeleton className="h-96 rounded-lg sm:h-74 lg:h-52" />
      <Skeleton className="h-105 rounded-lg" />
      <Skeleton className="h-60 rounded-lg" />
    </div>
  );
}
