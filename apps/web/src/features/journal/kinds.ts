import type { JournalEntry } from '@stockbook/api/schemas';

export type EntryKind = JournalEntry['kind'];

export const kinds: readonly { readonly value: EntryKind; readonly label: string }[] = [
  { value: 'note', label: 'Note' },
  { value: 'idea', label: 'Idea' },
  { value: 'buy', label: 'Buy' },
  { value: 'sell', label: 'Sell' },
  { value: 'review', label: 'Review' },
];

export function kindOf(value: unknown): EntryKind | undefined {
  return kinds.find((kind) => kind.value === value)?.value;
}
