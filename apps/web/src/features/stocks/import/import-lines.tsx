import { ScrollArea } from '@base-ui/react/scroll-area';
import type { ImportKind, ImportLine, ImportVerdict } from '@stockbook/api/schemas';
import { Badge, type BadgeTone } from '#components/ui/badge.tsx';
import { formatList } from '#lib/format/words.ts';

const names: Record<ImportKind, readonly [one: string, many: string]> = {
  instrument: ['own instrument', 'own instruments'],
  stock: ['stock', 'stocks'],
  list: ['list', 'lists'],
  drawing: ['drawing', 'drawings'],
  indicator: ['indicator', 'indicators'],
  study_set: ['set of studies', 'sets of studies'],
  signal_rule: ['signal rule', 'signal rules'],
  strategy: ['strategy', 'strategies'],
  portfolio_stock: ['stock of a portfolio', 'stocks of portfolios'],
  portfolio: ['portfolio', 'portfolios'],
  transactions: ['set of transactions', 'sets of transactions'],
  journal: ['set of journal entries', 'sets of journal entries'],
  channel: ['notification channel', 'notification channels'],
};

export function countedKind(kind: ImportKind, count: number): string {
  const [one, many] = names[kind];
  return `${count} ${count === 1 ? one : many}`;
}

/** Counts the lines by their kind: `2 stocks and 1 strategy`; null without any. */
function countKinds(lines: readonly ImportLine[]): string | null {
  const byKind = Map.groupBy(lines, ({ kind }) => kind);
  if (byKind.size === 0) return null;
  return formatList([...byKind].map(([kind, { length }]) => countedKind(kind, length)));
}

/** Whether an import has what the line asks for. */
function isThere({ verdict }: ImportLine): boolean {
  return verdict === 'added' || verdict === 'already_there';
}

/** The lines that an import could not add, then the others. */
export function partByOutcome(lines: readonly ImportLine[]): { failed: ImportLine[]; there: ImportLine[] } {
  return { failed: lines.filter((line) => !isThere(line)), there: lines.filter(isThere) };
}

/** The numbers of lines that an import added, left as they were, and could not add. Each line has its reason. */
export function describeResult(lines: readonly ImportLine[]): string {
  const byOutcome = Map.groupBy(lines, (line) => (isThere(line) ? line.verdict : 'not_added'));
  const added = countKinds(byOutcome.get('added') ?? []);
  const present = countKinds(byOutcome.get('already_there') ?? []);
  const rejected = countKinds(byOutcome.get('not_added') ?? []);
  return [
    added ? `Added ${added}.` : 'Nothing was added.',
    ...(present ? [`Already there: ${present}.`] : []),
    ...(rejected ? [`Not added: ${rejected}. The reasons are below.`] : []),
  ].join(' ');
}

const verdicts: Record<ImportVerdict, { label: string; tone: BadgeTone }> = {
  new: { label: 'New', tone: 'accent' },
  already_there: { label: 'Already there', tone: 'neutral' },
  not_recognised: { label: 'Not recognised', tone: 'bad' },
  wrong_check_digit: { label: 'Wrong check digit', tone: 'bad' },
  duplicate: { label: 'Duplicate', tone: 'neutral' },
  over_quota: { label: 'Limit reached', tone: 'warn' },
  added: { label: 'Added', tone: 'good' },
  not_added: { label: 'Not added', tone: 'bad' },
};

/** The lines of an import with their verdicts. Scrolls, also by keyboard. */
export function ImportLines({ label, lines }: { label: string; lines: readonly ImportLine[] }) {
  return (
    <ScrollArea.Root className="overflow-hidden rounded-md border border-line">
      <ScrollArea.Viewport role="region" aria-label={label} className="max-h-[45dvh]">
        <table className="w-full text-left text-sm">
          <caption className="sr-only">{label}</caption>
          <thead className="sticky top-0 bg-sunken text-xs text-muted">
            <tr>
              <th className="px-3 py-2 font-medium">Line</th>
              <th className="px-3 py-2 font-medium">Entry</th>
              <th className="px-3 py-2 text-right font-medium">Verdict</th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {lines.map(({ line, text, symbol, name, verdict, message }) => (
              <tr key={line} className="align-top">
                <td className="px-3 py-2 text-muted tabular-nums">{line}</td>
                <td className="px-3 py-2 break-words [overflow-wrap:anywhere]">
                  <span className="font-medium">{text}</span>
                  {symbol !== null && symbol !== text && <span className="text-muted"> → {symbol}</span>}
                  {name !== null && <span className="block text-muted">{name}</span>}
                  {message !== null && <span className="block text-muted">{message}</span>}
                </td>
                <td className="px-3 py-2 text-right">
                  <Badge tone={verdicts[verdict].tone}>{verdicts[verdict].label}</Badge>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollArea.Viewport>
      <ScrollArea.Scrollbar className="flex w-2 justify-center p-0.5">
        <ScrollArea.Thumb className="w-full rounded-full bg-edge" />
      </ScrollArea.Scrollbar>
    </ScrollArea.Root>
  );
}
