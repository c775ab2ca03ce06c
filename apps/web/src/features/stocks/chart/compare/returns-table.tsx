import { type BarColumns, dateAt } from '#components/chart/bar-columns.ts';
import { type ChartValue, useChartValue } from '#components/chart/chart-value.ts';
import type { ComparedSymbol } from '#components/chart/drawing/compare-drawing.ts';
import type { VisibleBars } from '#components/chart/viewport.ts';
import { formatDate } from '#lib/format/dates.ts';
import { formatNumber } from '#lib/format/numbers.ts';
import { ChangePercent } from '../../watch-list/price-change.tsx';
import { returnBetween } from './compared-closes.ts';

interface ReturnsTableProps {
  symbol: string;
  bars: BarColumns;
  compared: readonly ComparedSymbol[];
  visible: ChartValue<VisibleBars>;
}

/** The returns over the visible bars, the best first. */
export function ReturnsTable({ symbol, bars, compared, visible }: ReturnsTableProps) {
  const range = useChartValue(visible);
  const rows = [{ symbol, closes: bars.close }, ...compared]
    .map((row) => ({ symbol: row.symbol, change: returnBetween(row.closes, range) }))
    .sort(
      (one, other) =>
        (other.change?.percent ?? Number.NEGATIVE_INFINITY) -
        (one.change?.percent ?? Number.NEGATIVE_INFINITY),
    );
  return (
    <div className="mt-3 overflow-x-auto rounded-md border border-line">
      <table className="numeric w-full text-right text-xs sm:text-sm">
        <caption className="sr-only">
          Returns from {formatDate(dateAt(bars, range.from))} to {formatDate(dateAt(bars, range.to))}
        </caption>
        <thead className="bg-sunken text-xs text-muted">
          <tr>
            <th scope="col" className="px-2 sm:px-3 py-1.5 text-left font-medium">
              Symbol
            </th>
            <th scope="col" className="px-2 sm:px-3 font-medium whitespace-nowrap">
              {formatDate(dateAt(bars, range.from))}
            </th>
            <th scope="col" className="px-2 sm:px-3 font-medium whitespace-nowrap">
              {formatDate(dateAt(bars, range.to))}
            </th>
            <th scope="col" className="px-2 sm:px-3 font-medium">
              Return
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map((row) => (
            <tr key={row.symbol}>
              <th scope="row" className="px-2 sm:px-3 py-1.5 text-left font-medium">
                {row.symbol}
              </th>
              <td className="px-2 sm:px-3">{formatNumber(row.change?.first, 2)}</td>
              <td className="px-2 sm:px-3">{formatNumber(row.change?.last, 2)}</td>
              <td className="px-2 sm:px-3">
                <ChangePercent percent={row.change?.percent ?? null} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
