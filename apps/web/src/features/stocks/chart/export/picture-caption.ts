import type { Bar, Stock } from '@stockbook/api/schemas';
import type { PictureCaption } from '../../../../components/chart/chart-picture.ts';
import type { PriceStyle } from '../../../../components/chart/price-drawing.ts';
import type { Study } from '../../../../components/chart/study.ts';
import { dataSourceName, simulatedWarning } from '../../../../lib/data-source.ts';
import { formatDate } from '../../../../lib/format.ts';
import { type BarActions, presentKinds } from '../bar-actions.ts';
import type { ChartRange } from '../chart-range.ts';

interface PictureContent {
  readonly stock: Stock;
  readonly bars: readonly Bar[];
  /** The bars in the visible range, which differ from `bars` if the user has zoomed in. */
  readonly visible: readonly Bar[];
  readonly range: ChartRange;
  readonly style: PriceStyle;
  readonly studies: readonly Study[];
  /** Whether the prices are adjusted for dividends. */
  readonly isAdjusted: boolean;
  /** The splits and dividends marked on the chart. */
  readonly actions: BarActions;
}

const styleNames: Record<PriceStyle, string> = { candlestick: 'Candlestick', line: 'Line' };

function joined(parts: readonly (string | false | null | undefined)[]): string {
  return parts.filter(Boolean).join(' · ');
}

/** The texts of an exported chart picture. */
export function pictureCaption({
  stock,
  bars,
  visible,
  range,
  style,
  studies,
  isAdjusted,
  actions,
}: PictureContent): PictureCaption {
  const first = visible[0]?.date;
  const last = visible.at(-1)?.date;
  const newest = bars.at(-1)?.date;
  const dates = first && last ? `${formatDate(first)} to ${formatDate(last)}` : null;
  const asOf = newest ? `, as of ${formatDate(newest)}` : '';
  const adjustment =
    isAdjusted &&
    (studies.length > 0 ? 'Prices adjusted for dividends, indicators not' : 'Adjusted for dividends');
  const markers = presentKinds(actions).map(({ letter, name }) => `${letter} = ${name}`);
  return {
    title: stock.symbol,
    subtitle: joined([stock.name, stock.exchange, stock.currency]),
    details: joined([range, 'Daily', styleNames[style], dates, adjustment, ...markers]),
    studies: studies.map(({ name, color }) => ({ name, color })),
    source: joined([`Source: ${dataSourceName(stock.data_source)}${asOf}`, 'Stockbook']),
    warning: stock.data_source === 'simulated' ? simulatedWarning : null,
  };
}
