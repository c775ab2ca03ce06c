import type { WatchListItem } from '@stockbook/api/schemas';
import { createFileRoute, stripSearchParams } from '@tanstack/react-router';
import { PanelRightClose, PanelRightOpen } from 'lucide-react';
import { useCallback, useRef, useState } from 'react';
import { SectionBoundary } from '#components/feedback/section-boundary.tsx';
import { Skeleton } from '#components/feedback/spinner.tsx';
import { IconButton } from '#components/ui/button.tsx';
import { IndicatorSection } from '#features/indicators/indicator-section.tsx';
import { StockLists, useListsMenu } from '#features/lists/stock-lists.tsx';
import { usePortfolios } from '#features/portfolios/api/queries.ts';
import type { TradeMark } from '#features/portfolios/position/position-card.tsx';
import { SignalsCard } from '#features/signals/stock-card/signals-card.tsx';
import { useStockPageSignals } from '#features/signals/use-stock-page-signals.ts';
import type { DatedEntry } from '#features/stocks/chart/bar-entries.ts';
import { FullScreenContext, useFullScreen } from '#features/stocks/chart/full-screen.ts';
import { defaultChartRange } from '#features/stocks/chart/view/chart-range.ts';
import { type ChartSearch, readChartSearch } from '#features/stocks/chart/view/chart-view.ts';
import { NotesCard } from '#features/stocks/detail/notes-card.tsx';
import { StockHeader } from '#features/stocks/detail/stock-header.tsx';
import { StockInformation } from '#features/stocks/detail/stock-information.tsx';
import { isNotTracked, StockLoading, StockProblem } from '#features/stocks/detail/stock-states.tsx';
import { WithListRail } from '#features/stocks/rail/with-list-rail.tsx';
import { useMedia } from '#hooks/use-media.ts';
import { usePageTitle } from '#hooks/use-page-title.ts';
import { useUserSwitch } from '#hooks/use-user-state.ts';
import { cn } from '#lib/cn.ts';
import { isOwnSymbol } from '#lib/data-source.ts';
import { priceFormat } from '#lib/format/price-format.ts';
import { lazyWithReload } from '#lib/lazy-with-reload.ts';
import { StockChart } from './-stock-chart.tsx';
import { type StockPage, useStockPage } from './-use-stock-page.ts';

const furtherParts = () => import('./-further-parts.tsx');
const RuleDialog = lazyWithReload(async () => (await furtherParts()).RuleDialog);
const PositionCard = lazyWithReload(async () => (await furtherParts()).PositionCard);
const OwnPrices = lazyWithReload(async () => (await furtherParts()).OwnPrices);

const JournalCard = lazyWithReload(
  async () => (await import('#features/journal/journal-card.tsx')).JournalCard,
  <Skeleton className="h-32" />,
);
const noEntries: readonly DatedEntry[] = [];
const noIds: ReadonlySet<string> = new Set();
const noTrades: readonly TradeMark[] = [];

export const Route = createFileRoute('/_signed-in/stocks/$symbol')({
  params: { parse: ({ symbol }) => ({ symbol: symbol.toUpperCase() }) },
  validateSearch: (search: Record<string, unknown>): ChartSearch => readChartSearch(search),
  search: { middlewares: [stripSearchParams({ range: defaultChartRange })] },
  staticData: { back: { to: '/stocks', label: 'Back to stocks' } },
  component: StockBesideList,
});

function StockBesideList() {
  const { symbol } = Route.useParams();
  const lists = useListsMenu();
  const fullScreen = useFullScreen();
  return (
    <WithListRail symbol={symbol} onLists={lists.open}>
      <FullScreenContext value={fullScreen}>
        {/* The key resets all component state when the symbol changes. The list beside it stays. */}
        <StockDetail key={symbol} />
      </FullScreenContext>
      {lists.parts}
    </WithListRail>
  );
}

function StockDetail() {
  const { symbol } = Route.useParams();
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const page = useStockPage(symbol, search, (change) => {
    void navigate({
      search: (current: ChartSearch) => ({
        ...current,
        ...(typeof change === 'function' ? change(current) : change),
      }),
      replace: true,
      resetScroll: false,
    });
  });
  usePageTitle(symbol);

  if (page.error && (!page.item || isNotTracked(page.error))) {
    return <StockProblem symbol={symbol} error={page.error} />;
  }
  if (!page.item) return <StockLoading />;
  return <StockSections page={page} item={page.item} focusDate={search.date ?? null} />;
}

interface StockSectionsProps {
  page: StockPage;
  item: WatchListItem;
  focusDate: string | null;
}

function StockSections({ page, item, focusDate }: StockSectionsProps) {
  const { stock } = item;
  const { symbol } = stock;
  const signals = useStockPageSignals(symbol, stock.data_end_date !== null, priceFormat(stock).decimals);
  const [isFolded, setIsFolded] = useUserSwitch('stockColumnFolded');
  const [trades, setTrades] = useState(noTrades);
  const [entries, setEntries] = useState(noEntries);
  const [openedEntries, setOpenedEntries] = useState(noIds);
  const openEntries = useCallback(
    (opened: readonly DatedEntry[]) => {
      setIsFolded(false);
      setOpenedEntries(new Set(opened.map(({ id }) => id)));
    },
    [setIsFolded],
  );
  // Once opened it stays, for the transition when it closes.
  const [hasDialog, setHasDialog] = useState(false);
  if (signals.dialog.isOpen && !hasDialog) setHasDialog(true);

  return (
    <div className="space-y-2 sm:space-y-4 low:-mt-4 low:space-y-2">
      <SectionBoundary name="The stock’s name and price">
        <StockHeader
          item={item}
          onToggleFavorite={page.toggleFavorite}
          onToggleNotify={page.toggleNotify}
          lists={<StockLists symbol={symbol} />}
        />
      </SectionBoundary>
      <div
        className={cn(
          'grid grid-cols-1 items-start gap-5',
          isFolded
            ? 'lg:grid-cols-[minmax(0,1fr)_auto]'
            : 'lg:grid-cols-[minmax(0,1fr)_17rem] min-[90rem]:grid-cols-[minmax(0,1fr)_20rem]',
        )}
      >
        <MainColumn
          page={page}
          item={item}
          focusDate={focusDate}
          signals={signals}
          trades={trades}
          journal={entries}
          onJournal={openEntries}
        />
        <SideColumn
          item={item}
          isFolded={isFolded}
          onFold={setIsFolded}
          openedEntries={openedEntries}
          onEntries={setEntries}
          onTrades={setTrades}
        />
      </div>
      {hasDialog && (
        <RuleDialog
          isOpen={signals.dialog.isOpen}
          onClose={signals.closeDialog}
          symbol={symbol}
          rule={signals.dialog.rule}
          onPreview={signals.setPreview}
          onSaved={signals.setMessage}
          onShowDate={page.control.showDate}
        />
      )}
    </div>
  );
}

interface MainColumnProps extends StockSectionsProps {
  signals: ReturnType<typeof useStockPageSignals>;
  trades: readonly TradeMark[];
  journal: readonly DatedEntry[];
  onJournal: (entries: readonly DatedEntry[]) => void;
}

/** The chart with its signals and indicators. */
function MainColumn({ page, item, signals, ...chart }: MainColumnProps) {
  const { stock } = item;
  const { symbol } = stock;
  const isWide = useMedia('(min-width: 68rem)');
  const chartSection = useRef<HTMLDivElement>(null);
  const openDialog: typeof signals.openDialog = (rule) => {
    signals.openDialog(rule);
    // The chart shows the preview of the rule; a small screen has no room for its controls.
    const section = chartSection.current;
    (isWide ? section : section?.querySelector('figure'))?.scrollIntoView();
  };

  return (
    <div className="min-w-0 space-y-5">
      <div ref={chartSection}>
        <SectionBoundary name="The price chart">
          <StockChart page={page} stock={stock} signals={signals} {...chart} />
        </SectionBoundary>
      </div>
      <SectionBoundary name="The signals">
        <SignalsCard
          symbol={symbol}
          isFavorite={item.is_favorite}
          message={signals.message}
          onAdd={() => openDialog(null)}
          onEdit={openDialog}
        />
      </SectionBoundary>
      {page.chart.bars.time.length > 0 && (
        <IndicatorSection
          symbol={symbol}
          bars={page.chart.bars}
          hover={page.hover}
          studies={page.studies}
          calculation={page.calculation}
          sync={page.sync}
          isOpen={page.isPanelOpen}
          onOpenChange={page.setIsPanelOpen}
        />
      )}
    </div>
  );
}

interface SideColumnProps {
  item: WatchListItem;
  isFolded: boolean;
  onFold: (isFolded: boolean) => void;
  /** The ids of the entries of the journal that were opened from the chart. */
  openedEntries: ReadonlySet<string>;
  onEntries: (entries: readonly DatedEntry[]) => void;
  onTrades: (trades: readonly TradeMark[]) => void;
}

/** The facts of the stock, and what the user has written and done about it. */
function SideColumn({ item, isFolded, onFold, openedEntries, onEntries, onTrades }: SideColumnProps) {
  const { stock } = item;
  const { symbol } = stock;
  const hasPortfolios = (usePortfolios().data?.total ?? 0) > 0;
  return (
    <aside aria-label="Information and notes" className="relative">
      <IconButton
        label={isFolded ? 'Show information and notes' : 'Hide information and notes'}
        aria-expanded={!isFolded}
        onClick={() => onFold(!isFolded)}
        className={cn('max-lg:hidden print:hidden', !isFolded && 'absolute top-3 right-3')}
      >
        {isFolded ? <PanelRightOpen aria-hidden="true" /> : <PanelRightClose aria-hidden="true" />}
      </IconButton>
      <div
        className={cn(
          'grid grid-cols-1 gap-5 sm:grid-cols-2 lg:grid-cols-1',
          isFolded && 'lg:not-print:hidden',
        )}
      >
        <SectionBoundary name="The stock information">
          <StockInformation stock={stock} />
        </SectionBoundary>
        {isOwnSymbol(symbol) && (
          <SectionBoundary name="The own prices">
            <OwnPrices symbol={symbol} />
          </SectionBoundary>
        )}
        <SectionBoundary name="The notes">
          <NotesCard item={item} />
        </SectionBoundary>
        <SectionBoundary name="The journal">
          <JournalCard symbol={symbol} onEntries={onEntries} openedIds={openedEntries} />
        </SectionBoundary>
        {hasPortfolios && (
          <SectionBoundary name="The position">
            <PositionCard symbol={symbol} onTrades={onTrades} />
          </SectionBoundary>
        )}
      </div>
    </aside>
  );
}
