import type { ImportKind, ImportLine } from '@stockbook/api/schemas';
import { formatList } from '#lib/format/words.ts';

const names: Record<ImportKind, readonly [one: string, many: string]> = {
  stock: ['stock', 'stocks'],
  indicator: ['indicator', 'indicators'],
  study_set: ['set of studies', 'sets of studies'],
  signal_rule: ['signal rule', 'signal rules'],
  strategy: ['strategy', 'strategies'],
  portfolio: ['portfolio', 'portfolios'],
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

/** What an import added, left as it was, and could not add. Each line has its reason. */
export function describeResult(lines: readonly ImportLine[]): string {
  const byOutcome = Map.groupBy(lines, ({ verdict }) =>
    verdict === 'added' || verdict === 'already_there' ? verdict : 'not_added',
  );
  const added = countKinds(byOutcome.get('added') ?? []);
  const present = countKinds(byOutcome.get('already_there') ?? []);
  const rejected = countKinds(byOutcome.get('not_added') ?? []);
  return [
    added ? `Added ${added}.` : 'Nothing was added.',
    ...(present ? [`Already there: ${present}.`] : []),
    ...(rejected ? [`Not added: ${rejected}. The reasons are below.`] : []),
  ].join(' ');
}
