import type { RulePreview } from '@stockbook/api/schemas';
import { useState } from 'react';
import { Select } from '#components/ui/select.tsx';
import { connectionSentence, errorSentence } from '#lib/api/server-error.ts';
import { trpc } from '#lib/api/trpc.ts';
import { cn } from '#lib/cn.ts';
import { formatDate } from '#lib/format/dates.ts';
import { formatCount, withTrueMinus } from '#lib/format/numbers.ts';
import { capitalize } from '#lib/format/words.ts';

/**
 * The stock that a preview reads: the rule's own, or for a rule over a list one that the user chooses; null for an
 * empty watch list, or until it is loaded.
 */
export function usePreviewStock(ruleSymbol: string | null) {
  const [chosen, choose] = useState<string | null>(null);
  const { data } = trpc.stocks.list.useQuery(undefined, { enabled: ruleSymbol === null });
  const symbols = data?.stocks.map(({ stock }) => stock.symbol) ?? [];
  return { symbol: ruleSymbol ?? chosen ?? symbols[0] ?? null, symbols, choose };
}

export function PreviewStock({ stock }: { stock: ReturnType<typeof usePreviewStock> }) {
  if (stock.symbol === null) return null;
  return (
    <span className="flex items-center gap-2 text-sm text-muted">
      Try it on
      <Select
        size="sm"
        aria-label="Stock of the preview"
        value={stock.symbol}
        onChange={(event) => stock.choose(event.target.value)}
        className="w-32"
      >
        {stock.symbols.map((symbol) => (
          <option key={symbol}>{symbol}</option>
        ))}
      </Select>
    </span>
  );
}

/** How often a rule became true: "True 14 times since 2016, last on Nov 3, 2026". */
export function previewSentence({ total, since, dates, problem, is_true_now }: RulePreview): string {
  if (problem !== null) return problem;
  const span = since === null ? '' : ` since ${since.slice(0, 4)}`;
  const now = is_true_now ? '. True at the last close' : '';
  if (total === 0) return `Never became true${span}${now}`;
  const last = formatDate(dates.at(-1)?.date);
  return total === 1
    ? `True once${span}, on ${last}${now}`
    : `True ${formatCount(total)} times${span}, last on ${last}${now}`;
}

const signed = new Intl.NumberFormat('en-US', {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
  signDisplay: 'exceptZero',
});
const percentText = (value: number) => `${withTrueMinus(signed.format(value))} %`;

/** The changes that followed, as `After 5 bars +0.8 % (median of 9); all bars: +0.4 %`; null if none is known. */
export function followSentence(after: RulePreview['after']): string | null {
  const known = after.flatMap(({ bars, median_percent: median, count, all_median_percent: all }) =>
    median === null || all === null ? [] : [{ bars, median, count, all }],
  );
  if (known.length === 0) return null;
  const found = known.map(({ bars, median, count }, index) => {
    const number = count === known[index - 1]?.count ? '' : ` (median of ${formatCount(count)})`;
    return `after ${formatCount(bars)} bars ${percentText(median)}${number}`;
  });
  const others = known.map(({ all }) => percentText(all)).join(', ');
  return `${capitalize(found.join(', '))}; all bars: ${others}`;
}

interface RulePreviewLineProps {
  /** The preview of the rule as it is, or the last one that could be read. */
  preview: RulePreview | undefined;
  /** Whether the preview of the rule as it is has not come yet. */
  isPending: boolean;
  error: unknown;
  /** Moves the chart to a bar; without it, the date is no link. */
  onShowDate?: ((date: string) => void) | undefined;
}

/** How often the rule became true on the stock's bars, and what followed. */
export function RulePreviewLine({ preview, isPending, error, onShowDate }: RulePreviewLineProps) {
  const failure = error
    ? (connectionSentence(error) ?? errorSentence(error, 'The preview is not available just now.'))
    : null;
  const sentence = preview ? previewSentence(preview) : isPending ? 'Checking...' : '';
  const date = preview?.dates.at(-1)?.date;
  const dateText = date === undefined ? '' : formatDate(date);
  const [before, end] = dateText && sentence.includes(dateText) ? sentence.split(dateText) : [sentence];
  const follow = preview && !failure ? followSentence(preview.after) : null;
  return (
    <div>
      <p
        role="status"
        className={cn(
          'text-sm empty:hidden',
          failure ? 'text-down' : 'font-medium',
          isPending && preview && !failure && 'text-muted',
        )}
      >
        {failure ?? before}
        {!failure && end !== undefined && date !== undefined && (
          <>
            {onShowDate ? (
              <button
                type="button"
                onClick={() => onShowDate(date)}
                className="min-h-6 text-accent underline underline-offset-2 pointer-coarse:min-h-11"
              >
                {dateText}
              </button>
            ) : (
              dateText
            )}
            {end}
          </>
        )}
      </p>
      {follow && (
        <p className="mt-1 text-xs text-muted">
          {follow} <span className="whitespace-nowrap">(not a promise)</span>
        </p>
      )}
    </div>
  );
}
