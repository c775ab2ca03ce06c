import { type BarColumns, dateAt } from '#components/chart/bar-columns.ts';
import type { DataSource } from '#lib/data-source.ts';

const columns = ['open', 'high', 'low', 'close', 'volume'] as const;

/** Where prices come from, and what they are adjusted for besides splits. */
export interface PriceBasis {
  readonly source: DataSource;
  /** Whether the prices are adjusted for dividends. */
  readonly isAdjusted: boolean;
}

/**
 * The bars as delimited text: a header line, then one line per bar, with CRLF. The basis of the prices is in columns,
 * because many CSV readers do not support comment lines.
 */
export function barsAsText(
  bars: BarColumns,
  { source, isAdjusted }: PriceBasis,
  separator: ',' | '\t',
): string {
  const basis = [source ?? '', isAdjusted ? 'splits and dividends' : 'splits'];
  const lines = bars.time.map((_, index) =>
    [dateAt(bars, index), ...columns.map((column) => bars[column][index]), ...basis].join(separator),
  );
  return `${[['date', ...columns, 'data_source', 'adjusted_for'].join(separator), ...lines].join('\r\n')}\r\n`;
}

/**
 * A file name for a symbol, which may contain `^`, `=` or dots: `EURUSD=X` becomes `EURUSD-X-1Y.csv`. The name marks
 * simulated data and prices adjusted for dividends.
 */
export function exportName(
  symbol: string,
  range: string,
  { source, isAdjusted }: PriceBasis,
  extension: 'csv' | 'png',
): string {
  const safe = symbol.replaceAll(/[^A-Z0-9]+/g, '-').replaceAll(/^-|-$/g, '');
  const marks = `${isAdjusted ? '-adjusted' : ''}${source === 'simulated' ? '-simulated' : ''}`;
  return `${safe}-${range}${marks}.${extension}`;
}
