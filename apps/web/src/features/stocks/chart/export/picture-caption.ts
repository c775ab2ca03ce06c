import type { Stock } from '@stockbook/api/schemas';
import { type BarColumns, dateAt } from '#components/chart/bar-columns.ts';
import type { PictureCaption } from '#components/chart/chart-picture.ts';
import type { ComparedSymbol } from '#components/chart/drawing/compare-drawing.ts';
import type { PriceStyle } from '#components/chart/drawing/price-series.ts';
import type { Study } from '#components/chart/study.ts';
import type { VisibleBars } from '#components/chart/viewport.ts';
import { dataSourceName, simulatedWarning } from '#lib/data-source.ts';
import { formatDate, formatTime } from '#lib/format/dates.ts';
import { type BarActions, presentKinds } from '../bar-actions.ts';
import { type ChartView, intervalNames } from '../view/chart-view.ts';

/** The facts that the caption of a picture names. */
export interface CaptionFacts {
  readonly stock: Stock;
  readonly bars: BarColumns;
  readonly visible: VisibleBars;
  readonly view: Pick<ChartView, 'label' | 'interval' | 'scale'>;
  readonly style: PriceStyle;
  /** Those that are drawn. */
  readonly studies: readonly Study[];
  readonly compared: readonly Pick<ComparedSymbol, 'symbol' | 'color'>[];
  /** Whether the prices are adjusted for dividends. */
  readonly isAdjusted: boolean;
  /** The splits and dividends marked on the chart. */
  readonly actions: BarActions;
  /** When the price of the bar in progress was paid; null without one. */
  readonly formingTime: string | null;
}

const styleNames: Record<PriceStyle, string> = {
  candlestick: 'Candlestick',
  line: 'Line',
  steps: 'Line',
};

const scaleNames = { linear: null, log: 'Logarithmic', percent: 'Per cent' } as const;

function joined(parts: readonly (string | false | null | undefined)[]): string {
  return parts.filter(Boolean).join(' · ');
}

export function pictureCaption({
  stock,
  bars,
  visible,
  view,
  style,
  studies,
  compared,
  isAdjusted,
  actions,
  formingTime,
}: CaptionFacts): PictureCaption {
  const first = dateAt(bars, visible.from);
  const last = dateAt(bars, visible.to);
  const newest = dateAt(bars, bars.time.length - 1);
  const dates = first && last ? `${formatDate(first)} to ${formatDate(last)}` : null;
  const asOf = newest ? `, as of ${formatDate(newest)}` : '';
  const adjustment =
    isAdjusted &&
    (studies.length > 0 ? 'Prices adjusted for dividends, indicators not' : 'Adjusted for dividends');
  const markers = presentKinds(actions).map(({ letter, name }) => `${letter} = ${name}`);
  return {
    title: stock.symbol,
    subtitle: joined([stock.name, stock.exchange, stock.currency]),
    details: joined([
      view.label,
      intervalNames[view.interval],
      styleNames[style],
      scaleNames[view.scale],
      dates,
      formingTime && `In progress, ${formatTime(formingTime)}`,
      compared.length > 0 && `Compared with ${compared.map(({ symbol }) => symbol).join(', ')}`,
      adjustment,
      ...markers,
    ]),
    lines: [
      ...compared.map(({ symbol, color }) => ({ name: symbol, color })),
      ...studies.map(({ name, fullName, color }) => ({
        name: fullName ? `${name} (${fullName})` : name,
        color,
      })),
    ],
    source: joined([`Source: ${dataSourceName(stock.data_source)}${asOf}`, 'Stockbook']),
    warning: stock.data_source === 'simulated' ? simulatedWarning : null,
  };
}
