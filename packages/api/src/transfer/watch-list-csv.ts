import type { WatchListItem } from '../watch-list/schemas.ts';

/** The columns of Stockbook's CSV export. */
const csvColumns = [
  'symbol',
  'name',
  'isin',
  'exchange',
  'currency',
  'favourite',
  'added',
  'notes',
  'last_close',
  'data_source',
] as const;

/** Spreadsheets run a cell that begins like this as a formula. Apostrophes before it are part of the escape. */
const formula = /^'*[=+\-@\t\r]/;

/** Prefixes what a spreadsheet would run as a formula by an apostrophe, which `unescapeFormula` removes. */
function escapeFormula(text: string): string {
  return formula.test(text) ? `'${text}` : text;
}

/** Removes the apostrophe that `escapeFormula` adds. */
export function unescapeFormula(text: string): string {
  return formula.test(text) ? text.replace(/^'/, '') : text;
}

function field(text: string): string {
  const escaped = escapeFormula(text);
  return /[",;\r\n\t]/.test(escaped) ? `"${escaped.replaceAll('"', '""')}"` : escaped;
}

/** Formats a watch list as CSV (RFC 4180): a header line, then one line per stock. */
export function watchListAsCsv(items: readonly WatchListItem[]): string {
  const lines = items.map(({ stock, added_at, is_favorite, notes }) =>
    [
      field(stock.symbol),
      field(stock.name),
      field(stock.isin ?? ''),
      field(stock.exchange ?? ''),
      field(stock.currency ?? ''),
      is_favorite ? 'yes' : 'no',
      added_at.slice(0, 10),
      field(notes ?? ''),
      stock.last_close ?? '',
      stock.data_source ?? '',
    ].join(','),
  );
  return [csvColumns.join(','), ...lines, ''].join('\r\n');
}
