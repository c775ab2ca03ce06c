import { csvText } from '../../csv.ts';
import { type EquityCurve, equityRow, type TradeList, tradeRow } from './schemas.ts';

/** Formats the trades as CSV (RFC 4180): a header line, then one line per trade. */
export const tradesAsCsv = ({ trades }: TradeList): string => asCsv(Object.keys(tradeRow.shape), trades);

/** Formats the equity as CSV (RFC 4180): a header line, then one line per bar. */
export const equityAsCsv = ({ equity }: EquityCurve): string => asCsv(Object.keys(equityRow.shape), equity);

function asCsv(
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
  return [header.join(','), ...lines, ''].join('\r\n');
}
