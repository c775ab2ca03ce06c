import { useMemo } from 'react';
import { type BarColumns, barAt, dateAt } from '#components/chart/bar-columns.ts';
import { formatDate } from '#lib/format/dates.ts';
import { changePercent, formatPercent } from '#lib/format/numbers.ts';
import { type PricedInstrument, priceFormat } from '#lib/format/price-format.ts';
import { lazyWithReload } from '#lib/lazy-with-reload.ts';
import { indexOfPeriod } from './bar-period.ts';
import { ChartLoading } from './chart-loading.tsx';
import { CompareKeys } from './compare/lazy-parts.ts';
import { PriceLegend } from './price-legend.tsx';
import { usePriceSection } from './price-section-context.ts';

/** The text alternative of a chart. Expects at least one bar. */
export function describeBars(instrument: PricedInstrument, bars: BarColumns, isAdjusted: boolean): string {
  const { symbol } = instrument;
  const first = barAt(bars, 0);
  const last = barAt(bars, bars.time.length - 1);
  if (!first || !last) return `Price chart of ${symbol} without prices.`;
  // By loops: a call with as many arguments as bars can exceed the stack.
  const low = bars.low.reduce((lowest, each) => Math.min(lowest, each), first.low);
  const high = bars.high.reduce((highest, each) => Math.max(highest, each), first.high);
  const price = priceFormat(instrument).format;
  return (
    `Price and volume chart of ${symbol} from ${formatDate(first.date)} to ${formatDate(last.date)}${isAdjusted ? ', adjusted for dividends' : ''}: ` +
    `close from ${price(first.close)} to ${price(last.close)}, ` +
    `${formatPercent(changePercent(last.close, first.close))}; lowest ${price(low)}, highest ${price(high)}.`
  );
}

const PriceChart = lazyWithReload(
  async () => (await import('#components/chart/price-chart.tsx')).PriceChart,
  <ChartLoading />,
);

/** The bars as a chart, with the values of the bar under the crosshair above it. */
export function DrawnChart() {
  const section = usePriceSection();
  const { stock, settings, hover, shownActions, barSignals } = section;
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
    ];
    return [`${formatDate(bar.date)}: close ${format.format(bar.close)}`, ...events].join(', ');
  };

  return (
    <>
      <div className="min-h-6 pb-1.5">
        <PriceLegend bars={bars} hover={hover} actions={shownActions} signals={barSignals} format={format} />
      </div>
      <PriceChart
        ref={section.setChart}
        bars={bars}
        format={format}
        style={settings.style}
        scale={section.control.view.scale}
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
        focusDate={focusDate}
        hover={hover}
        onVisible={section.visible.set}
        isFullHeight={section.isFull}
        studyHeader={(study) => <ul className="text-xs">{section.studyKey(study)}</ul>}
        priceHeader={<PriceHeader />}
      />
    </>
  );
}

/** The keys of what is drawn in the price pane besides the prices. */
function PriceHeader() {
  const { studies, studyKey, state, control, hover, visible } = usePriceSection();
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
          symbols={state.compared}
          hover={hover}
          visible={visible}
          onRemove={control.toggleCompared}
        />
      )}
    </>
  );
}
