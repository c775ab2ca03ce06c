import { csvText } from '../../csv.ts';
import { type EquityCurve, equityRow } from './schemas.ts';

/** Formats the equity as CSV (RFC 4180): a header line, then one line per bar. */
export function equityAsCsv({ equity }: EquityCurve): string {
  const header = Object.keys(equityRow.shape);
  return `${header.join(',')}\r\n${csvLines(header, equity)}`;
}

/** Formats rows as lines of a CSV (RFC 4180). */
export function csvLines(
  header: readonly string[],
  rows: readonly Readonly<Record<string, string | number | null>>[],
): string {
  const lines = rows.map((row) =>
    header
      .map((name) => {
        const value = row[name] ?? '';
        return typeof value === 'string' ? csvText(value) : value;
      })
      .join(','),
  );
  return [...lines, ''].join('\r\n');
}
