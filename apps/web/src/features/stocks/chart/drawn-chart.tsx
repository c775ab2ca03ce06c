import { useMemo } from 'react';
import { type BarColumns, barAt, dateAt, hasVolume } from '#components/chart/bar-columns.ts';
import { type HoveredBar, useShownBar } from '#components/chart/chart-value.ts';
import { cn } from '#lib/cn.ts';
import { formatDate } from '#lib/format/dates.ts';
import { changePercent, formatPercent, formatVolume } from '#lib/format/numbers.ts';
import { type PricedInstrument, type PriceFormat, priceFormat } from '#lib/format/price-format.ts';
import { lazyWithReload } from '#lib/lazy-with-reload.ts';
import { formed } from '../quotes/forming/formed.ts';
import { ChangePercent } from '../watch-list/price-change.tsx';
import { type BarActions, presentKinds } from './bar-actions.ts';
import { type BarEntries, entryLines } from './bar-entries.ts';
import { indexOfPeriod } from './bar-period.ts';
import type { BarSignals } from './bar-signals.ts';
import { ChartLoading } from './chart-loading.tsx';
import { CompareKeys } from './compare/lazy-parts.ts';
import { usePriceSection } from './price-section-context.ts';

interface PriceLegendProps {
  bars: BarColumns;
  /** The bar whose values are shown; the last one if it is null. */
  hover: HoveredBar;
  /** The splits and dividends marked on the chart. */
  actions: BarActions;
  isLoadingActions: boolean;
  signals: BarSignals;
  entries: BarEntries;
  format: PriceFormat;
}

function signalKinds(signals: BarSignals) {
  const all = [...signals.values()].flat();
  return [
    { name: 'Signal', mark: '▲', className: 'text-accent', isPreview: false, trade: undefined },
    { name: 'Preview', mark: '▲', className: 'text-warn', isPreview: true, trade: undefined },
    { name: 'Bought', mark: '▲', className: 'text-up', isPreview: false, trade: 'purchase' },
    { name: 'Sold', mark: '▼', className: 'text-down', isPreview: false, trade: 'sale' },
  ].filter(({ isPreview, trade }) =>
    all.some((signal) => signal.isPreview === isPreview && signal.trade === trade),
  );
}

const FormingLegend = formed((parts) => parts.FormingLegend);
const FormingKey = formed((parts) => parts.FormingKey);

const keyClass = 'shrink-0 text-muted';

/** Most events of a bar that lie over the chart; its table has all. */
const maxEvents = 3;

function shortened(events: readonly string[]): readonly string[] {
  if (events.length <= maxEvents) return events;
  const first = events.slice(0, maxEvents - 1);
  return [...first, `and ${events.length - first.length} more`];
}

/** The values of one bar with its splits, dividends and signals, and the meaning of the colours and markers. */
function PriceLegend({ bars, hover, actions, isLoadingActions, signals, entries, format }: PriceLegendProps) {
  const index = useShownBar(hover, bars.time.length);
  const isVolumeKnown = useMemo(() => hasVolume(bars), [bars]);
  const bar = barAt(bars, index);
  if (!bar) return null;
  const figures = [
    ['O', 'Open', bar.open],
    ['H', 'High', bar.high],
    ['L', 'Low', bar.low],
    ['C', 'Close', bar.close],
  ] as const;
  const events = [
    ...(actions.get(index) ?? []).map(({ text }) => text),
    ...(signals.get(index) ?? []).map(({ sentence }) => sentence),
    ...entryLines(entries.get(index)),
  ];
  return (
    <div className="numeric relative flex flex-wrap items-baseline gap-x-3 gap-y-0.5 text-xs sm:flex-nowrap">
      {/* A figure for which the line has no room wraps out of sight, whole. */}
      <div className="contents min-w-0 items-baseline gap-x-3 gap-y-0.5 sm:flex sm:h-4 sm:flex-wrap sm:overflow-hidden sm:*:shrink-0">
        <FormingLegend hover={hover} format={format}>
          <span className="min-w-21 font-medium">{formatDate(bar.date)}</span>
          {figures.map(([letter, name, value]) => (
            <span key={letter}>
              <abbr title={name} className="mr-1 text-muted no-underline">
                {letter}
              </abbr>
              {format.format(value)}
            </span>
          ))}
          <ChangePercent percent={changePercent(bar.close, bars.close[index - 1])} />
          {/* Its room may be that of the keys of actions. */}
          {isVolumeKnown && (
            <span className={isLoadingActions ? 'invisible' : ''}>
              <span className="mr-1 text-muted">Vol</span>
              {formatVolume(bar.volume)}
            </span>
          )}
        </FormingLegend>
      </div>
      {/* Over the chart, which must not move with the crosshair. */}
      <p className="pointer-events-none absolute top-full right-17 z-10 mt-4 flex max-w-3/4 flex-wrap justify-end gap-x-3 rounded-sm bg-surface/75 px-1 font-medium empty:hidden sm:max-w-1/2">
        {shortened(events).map((event) => (
          <span key={event}>{event}</span>
        ))}
      </p>
      <span className="grow" />
      {/* Those that come later stand before those that are there always, which must not move. */}
      {presentKinds(actions).map(({ letter, name }) => (
        <span key={letter} className={keyClass}>
          <span className="font-medium text-ink">{letter}</span> {name}
        </span>
      ))}
      {entries.size > 0 && (
        <span className={keyClass}>
          <span className="font-medium text-ink">J</span> Journal
        </span>
      )}
      {signalKinds(signals).map(({ name, mark, className }) => (
        <span key={name} className={keyClass}>
          <span aria-hidden="true" className={className}>
            {mark}
          </span>{' '}
          {name}
        </span>
      ))}
      <FormingKey />
      <span className={cn('inline-flex items-center gap-1.5', keyClass)}>
        <i aria-hidden="true" className="size-2 rounded-[2px] bg-up" /> Up
      </span>
      <span className={cn('inline-flex items-center gap-1.5', keyClass)}>
        <i aria-hidden="true" className="size-2 rounded-[2px] bg-down" /> Down
      </span>
    </div>
  );
}

/** The text alternative of a chart. Expects at least one bar. */
export function describeBars(instrument: PricedInstrument, bars: BarColumns, isAdjusted: boolean): string {
  const { symbol } = instrument;
  const first = barAt(bars, 0);
  const last = barAt(bars, bars.time.length - 1);
  if (!first || !last) return `Price chart of ${symbol} without prices.`;
  // By loops: a call with an argument for each bar can exceed the stack.
  const low = bars.low.reduce((lowest, each) => Math.min(lowest, each), first.low);
  const high = bars.high.reduce((highest, each) => Math.max(highest, each), first.high);
  const price = priceFormat(instrument).format;
  return (
    `${hasVolume(bars) ? 'Price and volume' : 'Price'} chart of ${symbol} from ${formatDate(first.date)} to ${formatDate(last.date)}${isAdjusted ? ', adjusted for dividends' : ''}: ` +
    `close from ${price(first.close)} to ${price(last.close)}, ` +
    `${formatPercent(changePercent(last.close, first.close))}; lowest ${price(low)}, highest ${price(high)}.`
  );
}

const PriceChart = lazyWithReload(
  async () => (await import('#components/chart/price-chart.tsx')).PriceChart,
  <ChartLoading hasLegend={false} />,
);

/** The bars as a chart, with the values of the bar under the crosshair above it. */
export function DrawnChart() {
  const section = usePriceSection();
  const { stock, settings, hover, shownActions, shownEntries, barSignals } = section;
  const { bars, interval, compared } = section.state;
  const { isAdjusted } = settings;
  const format = priceFormat(stock);
  const description = useMemo(() => describeBars(stock, bars, isAdjusted), [stock, bars, isAdjusted]);
  const focusDate =
    section.focusDate && (dateAt(bars, indexOfPeriod(bars, interval, section.focusDate)) ?? null);

  const describeBar = (index: number) => {
    const bar = barAt(bars, index);
    if (!bar) return '';
    const events = [
      ...(shownActions.get(index) ?? []).map(({ text }) => text),
      ...(barSignals.get(index) ?? []).map(({ sentence }) => sentence),
      ...entryLines(shownEntries.get(index)),
    ];
    return [`${formatDate(bar.date)}: close ${format.format(bar.close)}`, ...events].join(', ');
  };

  return (
    <>
      <div className="min-h-6 pb-1 sm:pb-1.5">
        <PriceLegend
          bars={bars}
          hover={hover}
          actions={shownActions}
          isLoadingActions={section.isLoadingActions}
          signals={barSignals}
          entries={shownEntries}
          format={format}
        />
      </div>
      <PriceChart
        ref={section.setChart}
        bars={bars}
        format={format}
        style={settings.style}
        scale={section.control.view.scale}
        isVolumeUnderlay={!settings.hasVolumePane}
        isMagnet={settings.isMagnet}
        studies={section.studies}
        hiddenIds={section.hiddenIds}
        compared={compared}
        markers={section.markers}
        levels={section.levels}
        levelEvents={section.levelEvents}
        sync={section.sync}
        label={description}
        describeBar={describeBar}
        history={section.control.history}
        focusDate={focusDate}
        hover={hover}
        onVisible={section.visible.set}
        isFullHeight={section.isFull}
        studyHeader={(study) => <ul className="text-xs">{section.studyKey(study)}</ul>}
        priceHeader={<PriceHeader />}
        priceLayer={section.chart && section.drawings.layer(section.chart)}
      />
    </>
  );
}

/** The keys of what is drawn in the price pane besides the prices. */
function PriceHeader() {
  const { stock, studies, studyKey, state, control, hover, visible } = usePriceSection();
  const overlays = studies.filter(({ isOverlay }) => isOverlay);
  const isPercent = control.view.scale === 'percent';
  return (
    <>
      {overlays.length > 0 && !isPercent && (
        <ul className="flex flex-col items-start text-xs">{overlays.map(studyKey)}</ul>
      )}
      {overlays.length > 0 && isPercent && (
        <p className="text-xs text-muted">Indicators on the price are not drawn in per cent.</p>
      )}
      {state.compared.length > 0 && (
        <CompareKeys
          own={{ symbol: stock.symbol, closes: state.bars.close }}
          symbols={state.compared}
          hover={hover}
          visible={visible}
          onRemove={control.toggleCompared}
        />
      )}
    </>
  );
}
