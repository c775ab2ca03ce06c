import type { Stock } from '@stockbook/api/schemas';
import { TriangleAlert } from 'lucide-react';
import { formatCount, formatDate } from '../../../lib/format.ts';
import { simulatedWarning } from '../chart/data-source.ts';

/** A sentence about delayed data; null if the last fetch succeeded. */
export function delaySentence(stock: Stock): string | null {
  if (!stock.last_error) return null;
  const lastGood = stock.data_end_date ? `last good data ${formatDate(stock.data_end_date)}` : 'no data yet';
  return `Delayed: ${lastGood}, last try failed: ${stock.last_error}`;
}

/** A sentence about a close that is not published yet; null if there is none. */
export function pendingCloseSentence({ pending_close_date: date }: Stock): string | null {
  return date && `The close of ${formatDate(date)} has not been published yet`;
}

/** Warnings about the completeness of the chart's data. */
export function DataNotice({ stock }: { stock: Stock }) {
  const delay = delaySentence(stock);
  const pendingClose = pendingCloseSentence(stock);
  if (!delay && !pendingClose && stock.left_out_bars === 0 && stock.data_source !== 'simulated') return null;
  return (
    <div className="flex gap-2.5 rounded-md bg-warn-soft px-3.5 py-2.5 text-sm">
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-warn" />
      <ul className="min-w-0 space-y-0.5">
        {stock.data_source === 'simulated' && <li>{simulatedWarning.sentence}</li>}
        {delay && <li>{delay}</li>}
        {pendingClose && <li>{pendingClose}</li>}
        {stock.left_out_bars > 0 && (
          <li>
            {formatCount(stock.left_out_bars)} {stock.left_out_bars === 1 ? 'day is' : 'days are'} left out:
            the provider’s prices for {stock.left_out_bars === 1 ? 'it' : 'them'} were not complete.
          </li>
        )}
      </ul>
    </div>
  );
}
