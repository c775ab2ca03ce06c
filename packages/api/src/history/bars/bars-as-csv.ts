import type { Bars } from '../schemas.ts';

const columns = ['date', 'open', 'high', 'low', 'close', 'volume'] as const;

/** Formats price bars as CSV (RFC 4180): a header line, then one line per bar, oldest first. */
export function barsAsCsv({ interval, data }: Bars): string {
  const header = interval === 'daily' ? columns : ([...columns, 'is_complete'] as const);
  const lines = data.map((bar) => header.map((name) => bar[name]).join(','));
  return [header.join(','), ...lines, ''].join('\r\n');
}
