import { useQueryClient } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { type BarColumns, dateAt } from '#components/chart/bar-columns.ts';
import {
  type ChartValue,
  type HoveredBar,
  useChartValue,
  useShownBar,
} from '#components/chart/chart-value.ts';
import type { ComparedSymbol } from '#components/chart/drawing/compare-drawing.ts';
import type { VisibleBars } from '#components/chart/viewport.ts';
import { formatDate } from '#lib/format/dates.ts';
import { formatNumber } from '#lib/format/numbers.ts';
import { AddToList } from '../../detail/add-to-list.tsx';
import { ChangePercent } from '../../watch-list/price-change.tsx';
import { returnBetween } from './compared-closes.ts';
import { type CompareProblem, comparedKey } from './use-compared.ts';

interface CompareKeysProps {
  /** The stock of the page with its closes. */
  own: { readonly symbol: string; readonly closes: readonly number[] };
  symbols: readonly ComparedSymbol[];
  hover: HoveredBar;
  visible: ChartValue<VisibleBars>;
  onRemove: (symbol: string) => void;
}

/** The stock of the page and the compared symbols with their change from the first visible bar to the crosshair. */
export function CompareKeys({ own, symbols, hover, visible, onRemove }: CompareKeysProps) {
  const { from, to } = useChartValue(visible);
  const hovered = useShownBar(hover, to + 1);
  return (
    <ul aria-label="Compared symbols" className="flex flex-wrap gap-x-3 text-xs">
      <li className="inline-flex min-h-6 items-center gap-1.5 font-medium">
        <i aria-hidden="true" className="size-2 rounded-[2px] bg-up" />
        {own.symbol}
        <ChangePercent percent={returnBetween(own.closes, { from, to: hovered })?.percent ?? null} />
      </li>
      {symbols.map(({ symbol, color, closes }) => (
        <li key={symbol} className="group pointer-events-auto inline-flex min-h-6 items-center gap-1.5">
          <i aria-hidden="true" className="h-0.5 w-4 rounded-full" style={{ background: color }} />
          {symbol}
          <ChangePercent percent={returnBetween(closes, { from, to: hovered })?.percent ?? null} />
          <button
            type="button"
            title={`Remove ${symbol}`}
            aria-label={`Remove ${symbol}`}
            onClick={() => onRemove(symbol)}
            className="-ml-1 grid size-6 group-hover:opacity-100 focus-visible:opacity-100 pointer-fine:opacity-0 place-items-center pointer-coarse:size-11 rounded-md text-muted hover:bg-sunken hover:text-ink"
          >
            <X aria-hidden="true" className="size-3.5" />
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Why compared symbols are not drawn. One that is not on the watch list can be added. */
export function CompareProblems({ problems }: { problems: readonly CompareProblem[] }) {
  const queryClient = useQueryClient();
  return problems.map(({ symbol, sentence, isUntracked }) => (
    <div key={symbol} className="mb-2">
      <p role="alert" className="text-xs text-down">
        {sentence}
      </p>
      {isUntracked && (
        <AddToList
          symbol={symbol}
          onAdded={() => void queryClient.invalidateQueries({ queryKey: comparedKey(symbol) })}
        />
      )}
    </div>
  ));
}

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
      (a, b) =>
        (b.change?.percent ?? Number.NEGATIVE_INFINITY) - (a.change?.percent ?? Number.NEGATIVE_INFINITY),
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
              <th scope="row" className="px-2 sm:px-3 py-1.5 text-left font-medium normal-nums">
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
