import type { Bars } from './schemas.ts';

const columns = ['date', 'open', 'high', 'low', 'close', 'volume'] as const;

/** Price bars as RFC 4180 writes a table: a line of names, then one for each bar, oldest first. */
export function barsAsCsv({ data }: Bars): string {
  const lines = data.map((bar) => columns.map((column) => bar[column]).join(','));
  return [columns.join(','), ...lines, ''].join('\r\n');
}
