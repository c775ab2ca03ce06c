import { getSession } from '../../lib/session.ts';

/** Notes that could not be saved, by user and symbol, while the page lives: a sign-in may have ended meanwhile. */
const unsaved = new Map<string, string>();

const keyOf = (symbol: string) => `${getSession().user?.id} ${symbol}`;

export function unsavedNotes(symbol: string): string | null {
  return unsaved.get(keyOf(symbol)) ?? null;
}

/**
 * Keeps notes that are about to be saved for whoever is signed in now, whatever becomes of the sign-in.
 * @returns what forgets them, when they are saved
 */
export function keepNotes(symbol: string, notes: string): () => void {
  const key = keyOf(symbol);
  unsaved.set(key, notes);
  return () => void unsaved.delete(key);
}

export function discardNotes(symbol: string): void {
  unsaved.delete(keyOf(symbol));
}
