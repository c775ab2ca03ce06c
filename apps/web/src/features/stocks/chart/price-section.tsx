import { Toggle } from '@base-ui/react/toggle';
import type { Stock } from '@stockbook/api/schemas';
import { Maximize, Minimize, Table2 } from 'lucide-react';
import { type ReactNode, Suspense, useMemo, useRef, useState } from 'react';
import { barAt, dateAt } from '#components/chart/bar-columns.ts';
import { ChartAttribution } from '#components/chart/chart-attribution.tsx';
import { ChartValue, type HoveredBar } from '#components/chart/chart-value.ts';
import type { PriceLevel, PriceLevelEvents } from '#components/chart/levels/price-level.ts';
import type { PriceChartHandle } from '#components/chart/price-chart.tsx';
import type { Study } from '#components/chart/study.ts';
import type { TimeSync } from '#components/chart/time-sync.ts';
import type { VisibleBars } from '#components/chart/viewport.ts';
import { PaleWhileBusy } from '#components/feedback/pale-while-busy.tsx';
import { SectionBoundary } from '#components/feedback/section-boundary.tsx';
import { IconButton } from '#components/ui/button.tsx';
import { useShortcuts } from '#hooks/use-shortcuts.ts';
import { cn } from '#lib/cn.ts';
import { formatDate } from '#lib/format/dates.ts';
import { priceFormat } from '#lib/format/price-format.ts';
import { lazyWithReload } from '#lib/lazy-with-reload.ts';
import { useActions } from '../api/use-actions.ts';
import { RefreshButton } from '../detail/refresh-button.tsx';
import { actionMarkers, actionsOfBars, type BarActions } from './bar-actions.ts';
import { indexOfPeriod } from './bar-period.ts';
import { type DatedSignal, signalMarkers, signalsOfBars } from './bar-signals.ts';
import { ChartLoading, NoChartData } from './chart-loading.tsx';
import { CompareMenu } from './compare/compare-menu.tsx';
import { CompareKeys, CompareProblems, ReturnsTable } from './compare/lazy-parts.ts';
import type { CompleteChart } from './compare/use-complete-chart.ts';
import { ChartControls } from './controls/chart-controls.tsx';
import { describeBars } from './describe-bars.ts';
import { ChartExport } from './export/chart-export.tsx';
import { pictureCaption } from './export/picture-caption.ts';
import { PriceLegend } from './price-legend.tsx';
import { useFullScreen } from './use-full-screen.ts';
import { useLostFocus } from './use-lost-focus.ts';
import { intervalNames } from './view/chart-view.ts';
import type { ChartSettings } from './view/use-chart-settings.ts';
import type { ChartViewControl } from './view/use-chart-view.ts';

const PriceChart = lazyWithReload(async () => (await import('#components/chart/price-chart.tsx')).PriceChart);

const BarsTable = lazyWithReload(async () => (await import('./bars-table.tsx')).BarsTable);

const noActions: BarActions = new Map();

interface PriceSectionProps {
  stock: Stock;
  state: CompleteChart;
  settings: ChartSettings;
  control: ChartViewControl;
  studies: readonly Study[];
  hiddenIds: ReadonlySet<string>;
  sync: TimeSync;
  hover: HoveredBar;
  /** A date of the day, week or month whose bar the chart opens at; null to show the whole range. */
  focusDate: string | null;
  /** The key of a study, with buttons that hide and remove it. */
  studyKey: (study: Study) => ReactNode;
  /** The menu of the saved sets of indicators. */
  studySets: ReactNode;
  signals: readonly DatedSignal[];
  /** Prices that rules watch. */
  levels: readonly PriceLevel[];
  levelEvents: PriceLevelEvents;
  /** Places a level. */
  levelForm: ReactNode;
}

/** The price chart of a stock with its controls, or its bars as a table. */
export function PriceSection(props: PriceSectionProps) {
  const { stock, state, settings, control, studies, signals, hover, levelEvents, studyKey } = props;
  const { view } = control;
  const { bars, interval, compared, problems } = state;
  const { style, isAdjusted } = settings;
  const format = priceFormat(stock);
  const [isTable, setIsTable] = useState(false);
  const [isChanged, setIsChanged] = useState(false);
  const [isFull, toggleFull] = useFullScreen();
  const [visible] = useState(() => new ChartValue<VisibleBars>({ from: 0, to: 0 }));
  const [chart, setChart] = useState<PriceChartHandle | null>(null);
  const description = useMemo(() => describeBars(stock, bars, isAdjusted), [stock, bars, isAdjusted]);
  const hasBars = bars.time.length > 0;
  const loaded = useActions(stock.symbol, hasBars && (isTable || settings.hasActions));
  const actions = useMemo(
    () => (loaded ? actionsOfBars(bars, interval, loaded) : noActions),
    [bars, interval, loaded],
  );
  const marked = settings.hasActions ? actions : noActions;
  const barSignals = useMemo(() => signalsOfBars(bars, interval, signals), [bars, interval, signals]);
  const markers = useMemo(
    () => [...actionMarkers(marked), ...signalMarkers(barSignals)],
    [marked, barSignals],
  );
  const focusDate =
    props.focusDate === null ? null : (dateAt(bars, indexOfPeriod(bars, interval, props.focusDate)) ?? null);
  const section = useRef<HTMLElement>(null);
  useLostFocus(section, (byKey) => {
    // With the focus, the chart would take the wheel from the page.
    if (byKey && chart) chart.focus();
    else section.current?.focus({ preventScroll: true });
  });
  const overlays = studies.filter(({ isOverlay }) => isOverlay);

  const startLevel = () => {
    const price = chart?.crosshairPrice() ?? bars.close.at(-1);
    if (price === undefined) return false;
    levelEvents.onStart(price);
    return true;
  };
  useShortcuts({ a: startLevel, A: startLevel });

  const describeBar = (index: number) => {
    const bar = barAt(bars, index);
    if (!bar) return '';
    const events = [
      ...(marked.get(index) ?? []).map(({ text }) => text),
      ...(barSignals.get(index) ?? []).map(({ sentence }) => sentence),
    ];
    return [`${formatDate(bar.date)}: close ${format.format(bar.close)}`, ...events].join(', ');
  };
  const describePicture = (shown: VisibleBars) =>
    pictureCaption({
      stock,
      bars,
      visible: shown,
      view,
      style,
      studies: studies.filter(
        ({ id, isOverlay }) => !props.hiddenIds.has(id) && !(isOverlay && view.scale === 'percent'),
      ),
      compared,
      isAdjusted,
      actions: marked,
    });

  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-label="Price chart"
      className={cn(
        'outline-none border-line bg-surface px-2 py-3 sm:px-5',
        isFull ? 'fixed inset-0 z-35 flex flex-col overflow-y-auto' : 'rounded-lg border shadow-card',
      )}
    >
      <ChartControls
        settings={settings}
        control={{
          ...control,
          setRange: (range) => {
            if (range === view.range) chart?.reset();
            control.setRange(range);
          },
        }}
      >
        {(hasBars || state.isLoading) && (
          // While the bars are loading, the buttons have their place already.
          <div className={cn('contents', !hasBars && 'invisible')} inert={!hasBars}>
            <CompareMenu symbol={stock.symbol} compared={view.compared} onToggle={control.toggleCompared} />
            {props.studySets}
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
              range={view.label}
              bars={bars}
              isAdjusted={isAdjusted}
              isDisabled={state.isPrevious}
              picture={chart && (() => chart.picture(describePicture))}
            />
            <IconButton label={isFull ? 'Leave full screen' : 'Full screen'} onClick={toggleFull}>
              {isFull ? <Minimize aria-hidden="true" /> : <Maximize aria-hidden="true" />}
            </IconButton>
          </div>
        )}
        <RefreshButton symbol={stock.symbol} />
      </ChartControls>
      <div className="mt-2 flex min-h-0 grow flex-col">
        {!hasBars && state.isLoading && <ChartLoading />}
        {!hasBars && !state.isLoading && <NoChartData onRetry={state.hasFailed ? state.retry : null} />}
        {hasBars && (
          <SectionBoundary name="The chart" resetKey={view.label}>
            <PaleWhileBusy isBusy={state.isLoading} className="flex min-h-0 grow flex-col">
              {isAdjusted && (
                <p className="mb-2 text-xs text-muted">
                  Prices are adjusted for dividends
                  {studies.length > 0 ? '; indicators are calculated from prices that are not.' : '.'}
                </p>
              )}
              {problems.length > 0 && (
                <Suspense>
                  <CompareProblems problems={problems} />
                </Suspense>
              )}
              <div className="relative flex min-h-0 grow flex-col">
                {isTable ? (
                  <Suspense fallback={<ChartLoading />}>
                    <BarsTable
                      label={`${intervalNames[view.interval]} prices of ${stock.symbol}${isAdjusted ? ', adjusted for dividends' : ''}`}
                      bars={bars}
                      actions={actions}
                      signals={barSignals}
                      format={format}
                    />
                  </Suspense>
                ) : (
                  <>
                    <div className="min-h-6 pb-1.5">
                      <PriceLegend
                        bars={bars}
                        hover={hover}
                        actions={marked}
                        signals={barSignals}
                        format={format}
                      />
                    </div>
                    <Suspense fallback={<ChartLoading />}>
                      <PriceChart
                        ref={setChart}
                        bars={bars}
                        format={format}
                        style={style}
                        scale={view.scale}
                        isMagnet={settings.isMagnet}
                        studies={studies}
                        hiddenIds={props.hiddenIds}
                        compared={compared}
                        markers={markers}
                        levels={props.levels}
                        levelEvents={levelEvents}
                        sync={props.sync}
                        label={description}
                        describeBar={describeBar}
                        focusDate={focusDate}
                        hover={hover}
                        onViewChange={setIsChanged}
                        onVisible={visible.set}
                        isFullHeight={isFull}
                        isViewChanged={isChanged}
                        studyHeader={(study) => <ul className="text-xs">{studyKey(study)}</ul>}
                        priceHeader={
                          <>
                            {overlays.length > 0 && view.scale !== 'percent' && (
                              <ul className="flex flex-col items-start text-xs">{overlays.map(studyKey)}</ul>
                            )}
                            {overlays.length > 0 && view.scale === 'percent' && (
                              <p className="text-xs text-muted">
                                Indicators on the price are not drawn in per cent.
                              </p>
                            )}
                            {compared.length > 0 && (
                              <Suspense>
                                <CompareKeys
                                  symbols={compared}
                                  hover={hover}
                                  visible={visible}
                                  onRemove={control.toggleCompared}
                                />
                              </Suspense>
                            )}
                          </>
                        }
                      />
                    </Suspense>
                  </>
                )}
                {props.levelForm && (
                  // Over the chart, which would move under the pointer that drags a level, and in view with any part of it.
                  <div className="pointer-events-none absolute inset-0 z-20 flex flex-col justify-end">
                    <div className="pointer-events-auto sticky bottom-18 mb-8 self-center sm:bottom-4">
                      {props.levelForm}
                    </div>
                  </div>
                )}
              </div>
              {!isTable && compared.length > 0 && (
                <Suspense>
                  <ReturnsTable symbol={stock.symbol} bars={bars} compared={compared} visible={visible} />
                </Suspense>
              )}
              <ChartAttribution />
            </PaleWhileBusy>
          </SectionBoundary>
        )}
      </div>
    </section>
  );
}
