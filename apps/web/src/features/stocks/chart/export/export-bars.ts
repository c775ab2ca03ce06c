import type { Bar } from '@stockbook/api/schemas';
import type { DataSource } from '../data-source.ts';

const columns = ['date', 'open', 'high', 'low', 'close', 'volume'] as const;

/**
 * The bars as delimited text: a header line, then one line per bar, with CRLF. The data source is a column, because
 * many CSV readers do not support comment lines.
 */
export function barsAsText(bars: readonly Bar[], source: DataSource, separator: ',' | '\t'): string {
  const lines = bars.map((bar) => [...columns.map((column) => bar[column]), source ?? ''].join(separator));
  return `${[[...columns, 'data_source'].join(separator), ...lines].join('\r\n')}\r\n`;
}

/**
 * A file name for a symbol, which may contain `^`, `=` or dots: `EURUSD=X` becomes `EURUSD-X-1Y.csv`. The name marks
 * simulated data.
 */
export function exportName(
  symbol: string,
  range: string,
  source: DataSource,
  extension: 'csv' | 'png',
): string {
  const safe = symbol.replaceAll(/[^A-Z0-9]+/g, '-').replaceAll(/^-|-$/g, '');
  return `${safe}-${range}${source === 'simulated' ? '-simulated' : ''}.${extension}`;
}
