import type { WatchListItem } from '@stockbook/api/schemas';
import { Link } from '@tanstack/react-router';
import type { FocusEvent, Ref } from 'react';
import { useRef } from 'react';
import { formatPercent, withTrueMinus } from '#lib/format/numbers.ts';
import { priceFormat } from '#lib/format/price-format.ts';
import { type StockListHandle, useStockListHandle } from '../stock-list-handle.ts';
import { DayExtremes } from '../table/day-extremes.tsx';
import { columnValue } from '../table/table-columns.ts';

/** A change from which on a tile has the full colour, in percent. */
const fullChange = 3;
/** The share of the colour in that of such a tile, in percent: its text stays legible in both themes. */
const fullShare = 42;

/** The background of a tile: the further the change is from 0, the more it has of the colour of a gain or a loss. */
export function tileColor(percent: number | null): string {
  if (percent === null) return 'var(--sunken)';
  const share = Math.round((Math.min(Math.abs(percent), fullChange) / fullChange) * fullShare);
  return `color-mix(in oklab, var(${percent < 0 ? '--down' : '--up'}) ${share}%, var(--surface))`;
}

interface HeatMapProps {
  items: readonly WatchListItem[];
  onFocus: (event: FocusEvent) => void;
  ref: Ref<StockListHandle>;
}

/** The stocks as tiles in the colour of the day's change. To a screen reader it is a table. */
export function HeatMap({ items, onFocus, ref }: HeatMapProps) {
  const tiles = useRef<HTMLTableSectionElement>(null);
  useStockListHandle(ref, items, 1, (_, find) => {
    const tile = tiles.current && find(tiles.current);
    tile?.focus();
  });
  return (
    <section aria-label="Tracked stocks" onFocus={onFocus} className="space-y-2">
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-2">
        <DayExtremes items={items} />
        <Scale />
      </div>
      <table className="block">
        <caption className="sr-only">Tracked stocks by the change of the day</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">Symbol</th>
            <th scope="col">Change in percent</th>
            <th scope="col">Last close</th>
          </tr>
        </thead>
        <tbody
          ref={tiles}
          className="grid grid-cols-[repeat(auto-fill,minmax(6.5rem,1fr))] gap-1 sm:grid-cols-[repeat(auto-fill,minmax(8rem,1fr))]"
        >
          {items.map((item) => (
            <Tile key={item.stock.symbol} item={item} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Tile({ item }: { item: WatchListItem }) {
  const { stock } = item;
  const percent = columnValue('percent', item, undefined);
  const change = typeof percent === 'number' ? percent : null;
  return (
    <tr
      data-symbol={stock.symbol}
      title={stock.name}
      className="relative flex h-20 min-w-0 flex-col justify-center rounded-md border border-line px-3 has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-offset-1 has-[a:focus-visible]:outline-accent has-[a:hover]:border-edge"
      style={{ background: tileColor(change) }}
    >
      <th scope="row" className="min-w-0 text-left">
        <Link
          to="/stocks/$symbol"
          params={{ symbol: stock.symbol }}
          data-stock={stock.symbol}
          className="block truncate font-semibold outline-none after:absolute after:inset-0"
        >
          {stock.symbol}
        </Link>
      </th>
      <td className="numeric text-sm font-medium">{formatPercent(change)}</td>
      <td className="numeric truncate text-xs">{priceFormat(stock).format(stock.last_close)}</td>
    </tr>
  );
}

/** The key of the colours. */
function Scale() {
  const steps = [-fullChange, -1, 0, 1, fullChange];
  return (
    <p className="flex items-center gap-1 text-xs text-muted">
      <span className="sr-only">Colors: </span>
      {steps.map((step) => (
        <span
          key={step}
          className="numeric grid h-5 w-12 place-items-center rounded-sm border border-line text-ink"
          style={{ background: tileColor(step) }}
        >
          {step === 0 ? '0%' : withTrueMinus(`${step > 0 ? '+' : ''}${step}%`)}
        </span>
      ))}
    </p>
  );
}
