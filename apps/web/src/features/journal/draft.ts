import type { JournalEntry } from '@stockbook/api/schemas';
import { useCallback } from 'react';
import { useUserState } from '#hooks/use-user-state.ts';
import { today } from '#lib/format/dates.ts';
import { type EntryKind, kindOf } from './kinds.ts';

/** The values of a form. */
export interface EntryDraft {
  readonly symbol: string;
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly kind: EntryKind;
  readonly text: string;
}

function parseDraft(stored: unknown): EntryDraft | null {
  if (typeof stored !== 'object' || stored === null) return null;
  if (!('symbol' in stored && 'day' in stored && 'kind' in stored && 'text' in stored)) return null;
  const { symbol, day, text } = stored;
  const kind = kindOf(stored.kind);
  const isComplete =
    kind !== undefined && typeof symbol === 'string' && typeof day === 'string' && typeof text === 'string';
  return isComplete ? { symbol, day, kind, text } : null;
}

/** The first values of a form: of the entry to change, or of an empty one about a stock, of today. */
export function initialDraft(entry: JournalEntry | null, symbol: string): EntryDraft {
  return entry ?? { symbol, day: today(), kind: 'note', text: '' };
}

/**
 * The user's draft of an entry, which survives reloads and is shared by all tabs.
 * @param entry the entry to change; null for a new one
 * @param symbol the stock of the page; empty on the page of the journal
 */
export function useEntryDraft(entry: JournalEntry | null, symbol: string) {
  const [draft, store] = useUserState(`journalDraft.${entry?.id ?? symbol}`, parseDraft);
  return { draft, store, discard: useCallback(() => store(null), [store]) };
}
