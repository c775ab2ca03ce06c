import type { Portfolio } from '@stockbook/api/schemas';
import { type ReactNode, useId, useState } from 'react';
import { QueryError } from '#components/feedback/error-box.tsx';
import { Skeleton } from '#components/feedback/spinner.tsx';
import { DataTable, type Sorting, sortRows } from '#components/ui/data-table.tsx';
import { Select } from '#components/ui/select.tsx';
import { Switch } from '#components/ui/switch.tsx';
import { useMedia } from '#hooks/use-media.ts';
import { lazyWithReload } from '#lib/lazy-with-reload.ts';
import { areQuotesOff } from '#lib/quotes/quotes-off.ts';
import { useAllHoldings, useHoldings, useLife, useTransactionCount } from '../api/performance.ts';
import { formatGain } from '../format.ts';
import { HoldingCard } from './holding-card.tsx';
import { holdingColumns } from './holding-columns.tsx';
import { HoldingDetails } from './holding-details.tsx';
import { HoldingsFoot, HoldingsSummary } from './holdings-foot.tsx';
import { Notices } from './notices.tsx';
import { SkippedHoldings } from './skipped-holdings.tsx';
import { type Holding, isSold, type ValuedHoldings } from './types.ts';

const PricesOfToday = lazyWithReload(
  async () => (await import('./prices-of-today.tsx')).PricesOfToday,
  <p className="min-h-5" />,
);

/** The holdings of a portfolio, on request with those that were sold. */
export function HoldingsTab({ portfolio }: { portfolio: Portfolio }) {
  const [isSoldShown, setIsSoldShown] = useState(false);
  const [isAtQuotes, setIsAtQuotes] = useState(false);
  const [valued, setValued] = useState<ValuedHoldings | null>(null);
  const held = useHoldings(portfolio.id);
  const isEmpty = held.data?.holdings.length === 0;
  const all = useAllHoldings(portfolio.id, isSoldShown || isEmpty);
  const { data: life, isPending: isLifePending } = useLife(portfolio.id);
  const { count, isPending: isCountPending } = useTransactionCount(portfolio.id);
  const list = isSoldShown ? (all.data ?? held.data) : held.data;
  const error = held.error ?? all.error;
  const retry = () => void (held.error ? held.refetch() : all.refetch());
  const soldCount = all.data?.holdings.filter(isSold).length;

  // Notices and the empty state depend on both: they would move the table.
  if (!list || isLifePending || isCountPending) {
    return error ? (
      <QueryError error={error} fallback="Failed to load the holdings" onRetry={retry} />
    ) : (
      <Skeleton className="h-96 rounded-lg" />
    );
  }
  return (
    <>
      <Notices portfolio={portfolio} list={list} life={life} />
      <QueryError error={error} fallback="Failed to load the holdings" onRetry={retry} className="mb-4" />
      {count === 0 ? (
        <Empty>No transactions yet. Add your first one, or import a file.</Empty>
      ) : (
        <div className="space-y-3">
          {isEmpty && soldCount !== undefined && soldCount > 0 && (
            <Empty>
              Nothing is held now. {soldCount === 1 ? '1 position was' : `${soldCount} positions were`} sold.
            </Empty>
          )}
          <div className="flex flex-wrap gap-x-6 gap-y-2">
            <Switch label="Show sold positions" checked={isSoldShown} onChange={setIsSoldShown} />
            {!isEmpty && !areQuotesOff && (
              <Switch label="With prices of today" checked={isAtQuotes} onChange={setIsAtQuotes} />
            )}
          </div>
          {isAtQuotes && (
            <PricesOfToday
              portfolioId={portfolio.id}
              isSoldShown={isSoldShown}
              holdings={list.holdings}
              asOf={list.as_of}
              onValue={setValued}
            />
          )}
          {(list.holdings.length > 0 || list.cash.length > 0) && (
            <Holdings portfolio={portfolio} list={valued ?? list} />
          )}
          <SkippedHoldings skipped={list.skipped} />
          <p className="numeric text-sm text-muted">
            Realised by all sales so far: {formatGain(list.totals.realised, portfolio.currency)}
          </p>
        </div>
      )}
    </>
  );
}

function Empty({ children }: { children: ReactNode }) {
  return (
    <p className="rounded-lg border border-dashed border-edge px-6 py-12 text-center text-sm text-muted">
      {children}
    </p>
  );
}

const firstSorting: Sorting = { key: 'value', isDescending: true };

interface HoldingsProps {
  portfolio: Portfolio;
  list: ValuedHoldings;
}

function Holdings({ portfolio, list }: HoldingsProps) {
  const [openSymbol, setOpenSymbol] = useState<string | null>(null);
  const isPhone = useMedia('(width < 40rem)');
  const { data: life } = useLife(portfolio.id);
  const { currency } = portfolio;
  const toggle = (symbol: string) => setOpenSymbol((open) => (open === symbol ? null : symbol));
  const columns = holdingColumns(currency, openSymbol, toggle);
  const contributionOf = (symbol: string) => life?.contributions.find((each) => each.symbol === symbol);
  if (isPhone) {
    return (
      <Cards columns={columns} list={list} currency={currency}>
        {(holding) => (
          <HoldingCard
            key={holding.symbol}
            holding={holding}
            currency={currency}
            isOpen={holding.symbol === openSymbol}
            onToggle={() => toggle(holding.symbol)}
          >
            <HoldingDetails
              holding={holding}
              currency={currency}
              contribution={contributionOf(holding.symbol)}
              hasAllFigures
            />
          </HoldingCard>
        )}
      </Cards>
    );
  }
  return (
    <DataTable
      label={`Holdings of ${portfolio.name}`}
      columns={columns}
      rows={list.holdings}
      rowKey={({ symbol }) => symbol}
      pageSize={maxRows}
      initialSorting={firstSorting}
      details={(holding) =>
        holding.symbol === openSymbol && (
          <HoldingDetails
            holding={holding}
            currency={currency}
            contribution={contributionOf(holding.symbol)}
          />
        )
      }
      after={<HoldingsFoot list={list} currency={currency} />}
      className="bg-surface"
    />
  );
}

/** A portfolio has at most this number of stocks. */
const maxRows = 500;

interface CardsProps {
  columns: ReturnType<typeof holdingColumns>;
  list: ValuedHoldings;
  currency: string;
  children: (holding: Holding) => ReactNode;
}

/** The holdings of a phone, with a choice of their order. */
function Cards({ columns, list, currency, children }: CardsProps) {
  const [sortKey, setSortKey] = useState(firstSorting.key);
  const id = useId();
  const isText = columns.some(({ key, isText: text }) => key === sortKey && text);
  return (
    <div className="space-y-2">
      <div className="flex items-center gap-2">
        <label htmlFor={id} className="text-sm text-muted">
          Sort by
        </label>
        <Select
          id={id}
          size="sm"
          className="w-44"
          value={sortKey}
          onChange={(event) => setSortKey(event.target.value)}
        >
          {columns.map(({ key, title }) => (
            <option key={key} value={key}>
              {title}
            </option>
          ))}
        </Select>
      </div>
      {sortRows(list.holdings, columns, { key: sortKey, isDescending: !isText }).map(children)}
      <HoldingsSummary list={list} currency={currency} />
    </div>
  );
}
