import type { Bar } from '@stockbook/api/schemas';

const columns = ['date', 'open', 'high', 'low', 'close', 'volume'] as const;

/** The bars as text with a line each, after one that names the columns; `separator` stands between values. */
export function barsAsText(bars: readonly Bar[], separator: ',' | '\t'): string {
  const lines = bars.map((bar) => columns.map((column) => bar[column]).join(separator));
  return `${[columns.join(separator), ...lines].join('\r\n')}\r\n`;
}

/** A file name from a symbol that may hold `^`, `=` or dots: `EURUSD=X` gives `EURUSD-X-1Y.csv`. */
export function exportName(symbol: string, range: string, extension: 'csv' | 'png'): string {
  const safe = symbol.replaceAll(/[^A-Z0-9]+/g, '-').replaceAll(/^-|-$/g, '');
  return `${safe}-${range}.${extension}`;
}
