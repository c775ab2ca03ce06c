import type { Bars } from '../stocks/schemas.ts';

const columns = ['date', 'open', 'high', 'low', 'close', 'volume'] as const;

/** Price bars as RFC 4180 writes a table: a line of names, then one for each bar, oldest first. */
export function barsAsCsv({ interval, data }: Bars): string {
  const names = interval === 'daily' ? columns : ([...columns, 'is_complete'] as const);
  const lines = data.map((bar) => names.map((name) => bar[name]).join(','));
  return [names.join(','), ...lines, ''].join('\r\n');
}
