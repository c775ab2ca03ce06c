import type { Bar } from '@stockbook/api/schemas';
import type { DataSource } from './data-source.ts';

const columns = ['date', 'open', 'high', 'low', 'close', 'volume'] as const;

/**
 * The bars as text with a line each, after one that names the columns; `separator` stands between values. The source
 * is a column: a line of comment would make the text unreadable for other programs.
 */
export function barsAsText(bars: readonly Bar[], source: DataSource, separator: ',' | '\t'): string {
  const lines = bars.map((bar) => [...columns.map((column) => bar[column]), source ?? ''].join(separator));
  return `${[[...columns, 'data_source'].join(separator), ...lines].join('\r\n')}\r\n`;
}

/**
 * A file name from a symbol that may hold `^`, `=` or dots: `EURUSD=X` gives `EURUSD-X-1Y.csv`. Simulated data is
 * named as such.
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
