import type { Stock } from '@stockbook/api/schemas';
import type { EquityCaption } from '#components/chart/equity/equity-drawing.ts';
import { dataSourceName, simulatedWarning } from '#lib/data-source.ts';
import { formatDate } from '#lib/format/dates.ts';
import type { Combined, StockResult, StrategyDetail } from '../api/types.ts';
import { formatStatistic } from '../statistics/format-statistic.ts';
import { statisticGuides } from '../statistics/statistics-guide.ts';
import { combinedStatistics } from './combined-view.tsx';

interface PictureContent {
  readonly strategy: Pick<StrategyDetail, 'name'>;
  readonly result: StockResult;
  /** Undefined if the stock has left the watch list. */
  readonly stock: Stock | undefined;
}

const figures = [
  'return_percent',
  'buy_and_hold_return_percent',
  'max_drawdown_percent',
  'trades',
  'exposure_time_percent',
] as const;

export function resultCaption({ strategy, result, stock }: PictureContent): EquityCaption {
  const { symbol, start, end, statistics } = result;
  const details = figures.map((name) => {
    const { label, unit } = statisticGuides[name];
    return `${label} ${formatStatistic(statistics[name], unit)}`;
  });
  return {
    title: `${strategy.name} · ${symbol}`,
    subtitle: `Backtest from ${formatDate(start)} to ${formatDate(end)}. Past results say little about future ones.`,
    details: details.join(' · '),
    source: `Source: ${dataSourceName(stock?.data_source ?? null)} · Stockbook`,
    warning: stock?.data_source === 'simulated' ? simulatedWarning : null,
  };
}

interface CombinedContent {
  readonly strategy: Pick<StrategyDetail, 'name'>;
  readonly combined: Combined;
  readonly results: readonly StockResult[];
  readonly stocks: ReadonlyMap<string, Stock>;
}

/** The texts of a picture of all stocks as one account. */
export function combinedCaption({ strategy, combined, results, stocks }: CombinedContent): EquityCaption {
  const details = combinedStatistics.map((name) => {
    const { label, unit } = statisticGuides[name];
    return `${label} ${formatStatistic(combined[name], unit)}`;
  });
  const sources = new Set(results.map(({ symbol }) => stocks.get(symbol)?.data_source ?? null));
  return {
    title: `${strategy.name} · ${results.length} stocks as one account`,
    subtitle: 'Equal shares of the cash. Past results say little about future ones.',
    details: details.join(' · '),
    source: `Source: ${[...sources].map(dataSourceName).join(', ')} · Stockbook`,
    warning: sources.has('simulated') ? simulatedWarning : null,
  };
}

/** A file name without characters that file systems reject, such as `Golden-cross-AAPL.png`. */
export function pictureName(strategyName: string, symbol: string, stock: Stock | undefined): string {
  const safe = (text: string) => text.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '');
  const mark = stock?.data_source === 'simulated' ? '-simulated' : '';
  return `${safe(strategyName) || 'strategy'}-${safe(symbol)}${mark}.png`;
}
