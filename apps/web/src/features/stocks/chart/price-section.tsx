import { type RefObject, use, useCallback, useEffect, useRef, useState } from 'react';
import { ChartValue } from '#components/chart/chart-value.ts';
import type { PriceChartHandle } from '#components/chart/price-chart.tsx';
import type { VisibleBars } from '#components/chart/viewport.ts';
import { PaleWhileBusy } from '#components/feedback/pale-while-busy.tsx';
import { SectionBoundary } from '#components/feedback/section-boundary.tsx';
import { useShortcuts } from '#hooks/use-shortcuts.ts';
import { cn } from '#lib/cn.ts';
import { priceFormat } from '#lib/format/price-format.ts';
import { lazyWithReload } from '#lib/lazy-with-reload.ts';
import { usePageCommands } from '#lib/page-commands.ts';
import { RefreshButton } from '../detail/refresh-button.tsx';
import { formed } from '../quotes/forming/formed.ts';
import type { FormingBar } from '../quotes/forming/forming-bar.ts';
import { HeaderPrice } from '../quotes/last-price.tsx';
import type { DatedEntry } from './bar-entries.ts';
import { chartCommands } from './chart-commands.ts';
import { ChartLoading, NoChartData } from './chart-loading.tsx';
import { ChartTools } from './chart-tools.tsx';
import { CompareProblems, ReturnsTable } from './compare/lazy-parts.ts';
import { ChartControls } from './controls/chart-controls.tsx';
import { DrawnChart } from './drawn-chart.tsx';
import { FullScreenContext } from './full-screen.ts';
import {
  PriceSectionContext,
  type PriceSectionProps,
  useBarMarks,
  usePriceSection,
} from './price-section-context.ts';
import { intervalNames } from './view/chart-view.ts';

/** The notice and the link that the licence of lightweight-charts requires on a page with charts. */
function ChartAttribution() {
  return (
    <p className="mt-2 text-xs text-muted">
      Charts:{' '}
      <a
        href="https://www.tradingview.com/"
        target="_blank"
        rel="noreferrer"
        className="underline-offset-4 hover:underline"
      >
        TradingView Lightweight Charts™
      </a>
      , copyright © 2025 TradingView, Inc.
    </p>
  );
}

/**
 * Moves the focus when the focused part of a region has been removed, such as the button that removed itself.
 * @param onLost moves the focus; receives whether a key removed the part
 */
function useLostFocus(region: RefObject<HTMLElement | null>, onLost: (byKey: boolean) => void): void {
  const focused = useRef<EventTarget | null>(null);
  const isByKey = useRef(false);

  useEffect(() => {
    const element = region.current;
    if (!element) return;
    const listeners = new AbortController();
    const { signal } = listeners;
    element.addEventListener('focusin', ({ target }) => (focused.current = target), { signal });
    element.addEventListener('keydown', () => (isByKey.current = true), { signal, capture: true });
    element.addEventListener('pointerdown', () => (isByKey.current = false), { signal, capture: true });
    return () => listeners.abort();
  }, [region]);

  // After every render, because any may have removed the focused part.
  useEffect(() => {
    const { current } = focused;
    if (!(current instanceof Node) || current.isConnected) return;
    focused.current = null;
    if (document.activeElement === document.body) onLost(isByKey.current);
  });
}

/** How long the panel of `More` may take to load. */
const panelPatienceMs = 5000;

/** Presses a button once it is in a panel that opens. */
function pressInPanel(button: string): void {
  const observer = new MutationObserver(() => {
    const found = document.querySelector<HTMLElement>(`[role="dialog"] ${button}`);
    if (!found) return;
    observer.disconnect();
    found.click();
  });
  observer.observe(document.body, { childList: true, subtree: true });
  setTimeout(() => observer.disconnect(), panelPatienceMs);
}

/** Presses a tool, or the one in `More`, once the dialog has returned the focus, which a panel would lose to it. */
function pressAfterDialog(region: HTMLElement | null, name: string): void {
  const visible = (button: string) => {
    const found = region?.querySelector<HTMLElement>(button);
    return found?.checkVisibility() ? found : null;
  };
  const button = `button[aria-label="${name}"]`;
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      const tool = visible(button);
      if (!tool) pressInPanel(button);
      (tool ?? visible('button[aria-label="More"]'))?.click();
    }),
  );
}

const BarsTable = lazyWithReload(async () => (await import('./bars-table.tsx')).BarsTable, <ChartLoading />);

const fullScreenClass = cn(
  'fixed inset-0 z-35 flex flex-col overflow-y-auto',
  // Beside the camera and above the bar of a phone.
  'pt-[max(var(--edge),env(safe-area-inset-top))] pb-[max(var(--edge),env(safe-area-inset-bottom))]',
  'pr-[max(var(--side),env(safe-area-inset-right))] pl-[max(var(--side),env(safe-area-inset-left))]',
);

/** The price chart of a stock with its controls, or its bars as a table. */
export function PriceSection(props: PriceSectionProps) {
  const { stock, state, settings, control, levelEvents, onJournal } = props;
  const [isTable, setIsTable] = useState(false);
  const [isFull, toggleFull] = use(FullScreenContext);
  const [visible] = useState(() => new ChartValue<VisibleBars>({ from: 0, to: 0 }));
  const [forming] = useState(() => new ChartValue<FormingBar | null>(null));
  const [chart, setChart] = useState<PriceChartHandle | null>(null);
  const openEntries = useCallback(
    (entries: readonly DatedEntry[]) => {
      // They are shown beside the section.
      if (isFull) toggleFull();
      onJournal(entries);
    },
    [isFull, toggleFull, onJournal],
  );
  const marks = useBarMarks({ ...props, onJournal: openEntries }, isTable);
  const section = useRef<HTMLElement>(null);
  useLostFocus(section, (byKey) => {
    // With the focus, the chart would take the wheel from the page.
    if (byKey && chart) chart.focus();
    else section.current?.focus({ preventScroll: true });
  });
  const hasBars = state.bars.time.length > 0;

  const startLevel = () => {
    const price = chart?.crosshairPrice() ?? state.bars.close.at(-1);
    if (price === undefined) return false;
    levelEvents.onStart(price);
    return true;
  };
  useShortcuts({ a: startLevel, A: startLevel });
  usePageCommands(() =>
    hasBars
      ? chartCommands({
          settings,
          control,
          isTable,
          onTable: setIsTable,
          onFullScreen: toggleFull,
          onLevel: startLevel,
          press: (name) => pressAfterDialog(section.current, name),
        })
      : [],
  );

  return (
    <PriceSectionContext value={{ ...props, ...marks, isTable, isFull, visible, forming, chart, setChart }}>
      <section
        ref={section}
        tabIndex={-1}
        aria-label="Price chart"
        className={cn(
          'outline-none border-line bg-surface [--side:0.5rem] [--edge:0.5rem] sm:[--side:1.25rem] sm:[--edge:0.75rem]',
          isFull ? fullScreenClass : 'rounded-lg border px-(--side) py-(--edge) shadow-card',
        )}
      >
        {isFull && <FullScreenHead stock={stock} />}
        <ChartControls
          settings={settings}
          control={{
            ...control,
            setRange: (range) => {
              if (range === control.view.range) chart?.reset();
              control.setRange(range);
            },
          }}
        >
          {(hasBars || state.isLoading) && <ChartTools onTable={setIsTable} onFullScreen={toggleFull} />}
          <RefreshButton symbol={stock.symbol} />
        </ChartControls>
        <ChartArea />
      </section>
    </PriceSectionContext>
  );
}

/** The stock and its price, which the page shows in its own header otherwise. */
function FullScreenHead({ stock }: Pick<PriceSectionProps, 'stock'>) {
  return (
    <div className="mb-2 flex flex-wrap items-baseline gap-x-3">
      <p className="text-lg font-semibold">{stock.symbol}</p>
      <p className="min-w-0 truncate text-sm text-muted">{stock.name}</p>
      <HeaderPrice stock={stock} />
    </div>
  );
}

/** The bars, or a notice that they load or are missing. */
function ChartArea() {
  const { state, control } = usePriceSection();
  const hasBars = state.bars.time.length > 0;
  return (
    <div className="mt-1 flex min-h-0 grow flex-col sm:mt-2">
      {!hasBars && state.isLoading && <ChartLoading />}
      {!hasBars && !state.isLoading && <NoChartData onRetry={state.hasFailed ? state.retry : null} />}
      {hasBars && (
        <SectionBoundary name="The chart" resetKey={control.view.label}>
          <PaleWhileBusy isBusy={state.isLoading} className="flex min-h-0 grow flex-col">
            <LoadedBars />
          </PaleWhileBusy>
        </SectionBoundary>
      )}
      {(hasBars || state.isLoading) && <ChartAttribution />}
    </div>
  );
}

const Forming = formed((parts) => parts.Forming);

/** The bars as a chart or as a table, with what is compared with them. */
function LoadedBars() {
  const { stock, state, settings, studies, levelForm, isTable, visible } = usePriceSection();
  const { bars, compared, problems } = state;
  return (
    <>
      {settings.isAdjusted && (
        <p className="mb-2 text-xs text-muted">
          Prices are adjusted for dividends
          {studies.length > 0 ? '; indicators are calculated from prices that are not.' : '.'}
        </p>
      )}
      {problems.length > 0 && <CompareProblems problems={problems} />}
      <Forming />
      <div className="relative flex min-h-0 grow flex-col">
        {isTable ? <ListedBars /> : <DrawnChart />}
        {levelForm && (
          // Over the chart, which would move under the pointer that drags a level, and in view with any part of it.
          <div className="pointer-events-none absolute inset-0 z-20 flex flex-col justify-end">
            <div className="pointer-events-auto sticky bottom-[calc(4.5rem+env(safe-area-inset-bottom))] mb-8 self-center sm:bottom-[calc(1rem+env(safe-area-inset-bottom))]">
              {levelForm}
            </div>
          </div>
        )}
      </div>
      {!isTable && compared.length > 0 && (
        <ReturnsTable symbol={stock.symbol} bars={bars} compared={compared} visible={visible} />
      )}
    </>
  );
}

function ListedBars() {
  const { stock, state, settings, control, actions, barSignals, barEntries, forming } = usePriceSection();
  return (
    <BarsTable
      label={`${intervalNames[control.view.interval]} prices of ${stock.symbol}${settings.isAdjusted ? ', adjusted for dividends' : ''}`}
      bars={state.bars}
      actions={actions}
      signals={barSignals}
      entries={barEntries}
      format={priceFormat(stock)}
      forming={forming}
    />
  );
}
