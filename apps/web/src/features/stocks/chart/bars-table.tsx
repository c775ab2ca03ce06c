import { ArrowDown, ArrowUp } from 'lucide-react';
import { useState } from 'react';
import { type BarColumns, barAt } from '../../../components/chart/bar-columns.ts';
import { Button } from '../../../components/ui/button.tsx';
import { changePercent, formatCount, formatDate, formatPercent } from '../../../lib/format/format.ts';
import type { PriceFormat } from '../../../lib/format/price-format.ts';
import type { BarActions } from './bar-actions.ts';
import type { BarSignals } from './bar-signals.ts';

/** Rows per page: rendering more takes seconds on a phone. */
const pageSize = 250;

interface BarsTableProps {
  /** The accessible name. */
  label: string;
  bars: BarColumns;
  actions: BarActions;
  signals: BarSignals;
  /** Of the stock's prices. */
  format: PriceFormat;
}

const columns = ['Open', 'High', 'Low', 'Close', 'Change', 'Volume'] as const;

/** The bars of the chart as a table. */
export function BarsTable({ label, bars, actions, signals, format }: BarsTableProps) {
  const [page, setPage] = useState(0);
  const [isNewestFirst, setIsNewestFirst] = useState(true);
  const count = bars.time.length;
  const pages = Math.max(1, Math.ceil(count / pageSize));
  // A shorter range may have fewer pages than the previous one.
  const shownPage = Math.min(page, pages - 1);
  const rows = Array.from({ length: Math.min(pageSize, count - shownPage * pageSize) }, (_, offset) => {
    const place = shownPage * pageSize + offset;
    const index = isNewestFirst ? count - 1 - place : place;
    return {
      bar: barAt(bars, index),
      change: changePercent(bars.close[index], bars.close[index - 1]),
      events: actions.get(index)?.map(({ text }) => text),
      sentences: signals.get(index)?.map(({ sentence }) => sentence),
    };
  });

  return (
    <div>
      <div className="h-[500px] overflow-auto rounded-md border border-line">
        <table className="numeric w-full text-right text-sm">
          <caption className="sr-only">{label}</caption>
          <thead className="sticky top-0 bg-sunken text-xs text-muted">
            <tr>
              <th
                scope="col"
                aria-sort={isNewestFirst ? 'descending' : 'ascending'}
                className="p-0 text-left font-medium"
              >
                <button
                  type="button"
                  onClick={() => setIsNewestFirst(!isNewestFirst)}
                  className="inline-flex h-9 items-center gap-1 px-3 -outline-offset-2 [&_svg]:size-3.5"
                >
                  Date {isNewestFirst ? <ArrowDown aria-hidden="true" /> : <ArrowUp aria-hidden="true" />}
                </button>
              </th>
              {columns.map((name) => (
                <th key={name} scope="col" className="px-3 font-medium">
                  {name}
                </th>
              ))}
              {actions.size > 0 && (
                <th scope="col" className="px-3 text-left font-medium whitespace-nowrap">
                  Split or dividend
                </th>
              )}
              {signals.size > 0 && (
                <th scope="col" className="px-3 text-left font-medium">
                  Signal
                </th>
              )}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {rows.map(
              ({ bar, change, events, sentences }) =>
                bar && (
                  <tr key={bar.date}>
                    <th scope="row" className="px-3 py-1.5 text-left font-medium whitespace-nowrap">
                      {formatDate(bar.date)}
                    </th>
                    <td className="px-3">{format.format(bar.open)}</td>
                    <td className="px-3">{format.format(bar.high)}</td>
                    <td className="px-3">{format.format(bar.low)}</td>
                    <td className="px-3 font-medium">{format.format(bar.close)}</td>
                    <td className={`px-3 ${change !== null && change < 0 ? 'text-down' : 'text-up'}`}>
                      {formatPercent(change)}
                    </td>
                    <td className="px-3">{formatCount(bar.volume)}</td>
                    {actions.size > 0 && (
                      <td className="px-3 text-left whitespace-nowrap">{events?.join(', ')}</td>
                    )}
                    {signals.size > 0 && <td className="min-w-64 px-3 text-left">{sentences?.join(' ')}</td>}
                  </tr>
                ),
            )}
          </tbody>
        </table>
      </div>
      {pages > 1 && (
        <nav
          aria-label="Pages of the table"
          className="mt-2 flex items-center justify-end gap-2 text-sm text-muted"
        >
          <span className="numeric mr-1">
            Page {shownPage + 1} of {pages}
          </span>
          <Button size="sm" disabled={shownPage === 0} onClick={() => setPage(shownPage - 1)}>
            Previous
          </Button>
          <Button size="sm" disabled={shownPage === pages - 1} onClick={() => setPage(shownPage + 1)}>
            Next
          </Button>
        </nav>
      )}
    </div>
  );
}
