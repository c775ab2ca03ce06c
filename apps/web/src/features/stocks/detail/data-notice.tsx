import type { Stock } from '@stockbook/api/schemas';
import { TriangleAlert } from 'lucide-react';
import { dataSourceName } from '#lib/data-source.ts';
import { formatDate } from '#lib/format/dates.ts';
import { formatCount } from '#lib/format/numbers.ts';
import { delaySentence, pendingCloseSentence } from './data-sentences.ts';

/** Dates shown before the list is folded. */
const maxOpenDates = 5;

/** Every day without a bar; a long list is folded. */
function MissingDates({ dates }: { dates: readonly string[] }) {
  const days = `${formatCount(dates.length)} ${dates.length === 1 ? 'day has' : 'days have'}`;
  const sentence = `${days} no bar: the provider’s prices are missing or invalid, or the exchange was closed`;
  // Non-breaking spaces: a line must not end within a date.
  const list = dates.map((date) => formatDate(date).replaceAll(' ', '\u00A0')).join('; ');
  if (dates.length <= maxOpenDates) return <>{`${sentence}: ${list}.`}</>;
  return (
    <details>
      <summary className="cursor-pointer">{sentence}.</summary>
      <p className="mt-1 max-h-40 overflow-y-auto text-muted">{list}</p>
    </details>
  );
}

/** How long a change of the source is news. */
const sourceNoticeMs = 30 * 24 * 60 * 60 * 1000;

/** A sentence about a recent change of the source; null if there was none. */
export function sourceChangeSentence(stock: Stock, now = Date.now()): string | null {
  const { data_source: source, previous_data_source: previous, data_source_since: since } = stock;
  if (previous === null || since === null || now - Date.parse(since) > sourceNoticeMs) return null;
  return `Since ${formatDate(since.slice(0, 10))} all prices come from ${dataSourceName(source)} instead of ${dataSourceName(previous)}.`;
}

/** Warnings about the completeness of the chart's data. */
export function DataNotice({ stock }: { stock: Stock }) {
  const delay = delaySentence(stock);
  const pendingClose = pendingCloseSentence(stock);
  const sourceChange = sourceChangeSentence(stock);
  const isComplete = !delay && !pendingClose && stock.missing_dates.length === 0;
  if (isComplete && !sourceChange) return null;
  return (
    <div className="flex gap-2.5 rounded-md bg-warn-soft px-3.5 py-2 text-sm">
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-warn" />
      <ul className="min-w-0 space-y-1.5">
        {sourceChange && <li>{sourceChange}</li>}
        {delay && <li>{delay}</li>}
        {pendingClose && <li>{pendingClose}</li>}
        {stock.missing_dates.length > 0 && (
          <li>
            <MissingDates dates={stock.missing_dates} />
          </li>
        )}
      </ul>
    </div>
  );
}
