import { Toggle } from '@base-ui/react/toggle';
import type { Stock } from '@stockbook/api/schemas';
import { Table2 } from 'lucide-react';
import { type ReactNode, Suspense, useMemo, useState } from 'react';
import { ChartAttribution } from '../../../components/chart/chart-attribution.tsx';
import type { PriceLevel, PriceLevelEvents } from '../../../components/chart/levels/price-level.ts';
import type { PriceChartHandle } from '../../../components/chart/price-chart.tsx';
import type { Study } from '../../../components/chart/study.ts';
import type { TimeSync } from '../../../components/chart/time-sync.ts';
import { SectionBoundary } from '../../../components/feedback/section-boundary.tsx';
import { Button, IconButton } from '../../../components/ui/button.tsx';
import { useShortcuts } from '../../../hooks/use-shortcuts.ts';
import { lazyWithReload } from '../../../lib/lazy-with-reload.ts';
import { priceFormat } from '../../../lib/price-format.ts';
import { useActions } from '../api/use-actions.ts';
import type { BarsState } from '../api/use-bars.ts';
import { RefreshButton } from '../detail/refresh-button.tsx';
import { actionMarkers, actionsOfBars, type BarActions } from './bar-actions.ts';
import { type DatedSignal, signalMarkers, signalsOfBars } from './bar-signals.ts';
import { BarsTable } from './bars-table.tsx';
import { ChartControls } from './chart-controls.tsx';
import { ChartLoading } from './chart-loading.tsx';
import type { ChartRange } from './chart-range.ts';
import { describeBars } from './describe-bars.ts';
import { ChartExport } from './export/chart-export.tsx';
import { pictureCaption } from './export/picture-caption.ts';
import { PriceLegend } from './price-legend.tsx';
import type { ChartSettings } from './use-chart-settings.ts';

const PriceChart = lazyWithReload(
  async () => (await import('../../../components/chart/price-chart.tsx')).PriceChart,
);

const noActions: BarActions = new Map();

interface PriceSectionProps {
  stock: Stock;
  state: BarsState;
  settings: ChartSettings;
  range: ChartRange;
  onRange: (range: ChartRange) => void;
  studies: readonly Study[];
  sync: TimeSync;
  /** The date of the bar that the chart opens at; null to show the whole range. */
  focusDate: string | null;
  /** The legend of the studies, which can hide them. */
  studyLegend: ReactNode;
  signals: readonly DatedSignal[];
  /** Prices that rules watch. */
  levels: readonly PriceLevel[];
  levelEvents: PriceLevelEvents;
  /** Places a level. */
  levelForm: ReactNode;
}

/** The price chart of a stock with its controls, or its bars as a table. */
export function PriceSection({
  stock,
  state,
  settings,
  range,
  onRange,
  studies,
  sync,
  focusDate,
  studyLegend,
  signals,
  levels,
  levelEvents,
  levelForm,
}: PriceSectionProps) {
  const { bars } = state;
  const { style, isAdjusted } = settings;
  const format = priceFormat(stock);
  const [isTable, setIsTable] = useState(false);
  const [hovered, setHovered] = useState<number | null>(null);
  const [chart, setChart] = useState<PriceChartHandle | null>(null);
  const description = useMemo(() => describeBars(stock, bars, isAdjusted), [stock, bars, isAdjusted]);
  const loaded = useActions(stock.symbol, bars.length > 0 && (isTable || settings.hasActions));
  const actions = useMemo(() => (loaded ? actionsOfBars(bars, loaded) : noActions), [bars, loaded]);
  const marked = settings.hasActions ? actions : noActions;
  const barSignals = useMemo(() => signalsOfBars(bars, signals), [bars, signals]);
  const markers = useMemo(
    () => [...actionMarkers(marked), ...signalMarkers(barSignals)],
    [marked, barSignals],
  );

  // After a change of range, `hovered` may exceed the number of bars.
  const index = Math.min(hovered ?? bars.length - 1, bars.length - 1);
  const hasBars = bars.length > 0;

  const startLevel = () => {
    const price = chart?.crosshairPrice() ?? bars.at(-1)?.close;
    if (price === undefined) return false;
    levelEvents.onStart(price);
    return true;
  };
  useShortcuts({ a: startLevel, A: startLevel });

  return (
    <section
      aria-label="Price chart"
      className="rounded-lg border border-line bg-surface p-3 shadow-card sm:p-5"
    >
      <ChartControls settings={settings} range={range} onRange={onRange}>
        {hasBars && (
          <>
            <Toggle
              pressed={isTable}
              onPressedChange={setIsTable}
              render={<IconButton label="Show as table" />}
              className="data-pressed:bg-accent-soft data-pressed:text-accent"
            >
              <Table2 aria-hidden="true" />
            </Toggle>
            <ChartExport
              stock={stock}
              range={range}
              bars={bars}
              isAdjusted={isAdjusted}
              isDisabled={state.isPrevious}
              picture={
                chart &&
                (() =>
                  chart.picture((visible) =>
                    pictureCaption({
                      stock,
                      bars,
                      visible,
                      range,
                      style,
                      studies,
                      isAdjusted,
                      actions: marked,
                    }),
                  ))
              }
            />
          </>
        )}
        <RefreshButton symbol={stock.symbol} />
      </ChartControls>
      <div className="mt-3">
        {!hasBars && state.isLoading && <ChartLoading />}
        {!hasBars && !state.isLoading && (
          <div className="grid h-[536px] place-content-center justify-items-center gap-4 rounded-md border border-dashed border-edge text-center">
            <p className="text-sm text-muted">No chart data available</p>
            {state.hasFailed && <Button onClick={state.retry}>Retry</Button>}
          </div>
        )}
        {hasBars && (
          <SectionBoundary name="The chart" resetKey={range}>
            <div aria-busy={state.isLoading} className={state.isLoading ? 'opacity-60' : undefined}>
              {levelForm}
              {isAdjusted && (
                <p className="mb-2 text-xs text-muted">
                  Prices are adjusted for dividends
                  {studies.length > 0 ? '; indicators are calculated from prices that are not.' : '.'}
                </p>
              )}
              {isTable ? (
                <BarsTable
                  label={`Daily prices of ${stock.symbol}${isAdjusted ? ', adjusted for dividends' : ''}`}
                  bars={bars}
                  actions={actions}
                  signals={barSignals}
                  format={format}
                />
              ) : (
                <>
                  <div className="mb-2 min-h-7">
                    <PriceLegend
                      bars={bars}
                      index={index}
                      actions={marked}
                      signals={barSignals}
                      format={format}
                    />
                  </div>
                  {studyLegend}
                  <Suspense fallback={<ChartLoading />}>
                    <PriceChart
                      ref={setChart}
                      bars={bars}
                      format={format}
                      style={style}
                      studies={studies}
                      markers={markers}
                      levels={levels}
                      levelEvents={levelEvents}
                      sync={sync}
                      label={description}
                      focusDate={focusDate}
                      onHover={setHovered}
                    />
                  </Suspense>
                </>
              )}
              <ChartAttribution />
            </div>
          </SectionBoundary>
        )}
      </div>
    </section>
  );
}
