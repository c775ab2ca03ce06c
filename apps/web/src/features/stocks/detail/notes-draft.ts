import { useCallback, useEffect } from 'react';
import { useUserState } from '#hooks/use-user-state.ts';

/** Unsaved notes. */
interface NotesDraft {
  readonly text: string;
  /** The saved notes when editing began. */
  readonly base: string;
}

function parseDraft(stored: unknown): NotesDraft | null {
  if (typeof stored !== 'object' || stored === null) return null;
  if (!('text' in stored && 'base' in stored)) return null;
  const { text, base } = stored;
  return typeof text === 'string' && typeof base === 'string' ? { text, base } : null;
}

/**
 * The user's draft for a stock. It survives reloads, crashes and expired sessions, and is shared by all tabs: typing in
 * one tab appears in the others, so that no tab overwrites a draft unseen.
 */
export function useNotesDraft(symbol: string, saved: string) {
  const [stored, store] = useUserState(`notesDraft.${symbol}`, parseDraft);
  const isSaved = stored?.text === saved;
  const draft = isSaved ? null : stored;

  const write = useCallback(
    (text: string) => store((current) => (text === saved ? null : { text, base: current?.base ?? saved })),
    [store, saved],
  );
  const discard = useCallback(() => store(null), [store]);

  // A request without a response has saved the draft; it would reappear when the notes change again.
  useEffect(() => {
    if (isSaved) discard();
  }, [isSaved, discard]);
  return { draft, write, discard };
}
