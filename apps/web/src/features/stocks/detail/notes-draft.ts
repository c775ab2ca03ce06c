import { useCallback, useEffect } from 'react';
import { useUserState } from '../../../hooks/use-user-state.ts';

/** Notes that have been written but not saved. */
export interface NotesDraft {
  readonly text: string;
  /** The saved notes that the draft began with. */
  readonly base: string;
}

function parseDraft(stored: unknown): NotesDraft | null {
  if (typeof stored !== 'object' || stored === null) return null;
  if (!('text' in stored && 'base' in stored)) return null;
  const { text, base } = stored;
  return typeof text === 'string' && typeof base === 'string' ? { text, base } : null;
}

/**
 * The user's one draft for a stock. It survives reloads, crashes and sign-ins that end, and all tabs show it: what is
 * typed in one appears in the others, so none can overwrite another unseen.
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

  // Saved by a request whose answer did not come: without this it would reappear when the notes change again.
  useEffect(() => {
    if (isSaved) discard();
  }, [isSaved, discard]);
  return { draft, write, discard };
}
