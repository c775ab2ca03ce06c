import type { SearchMatch } from '@stockbook/api/schemas';

/** Shorter texts begin too many names. */
const minNameLength = 2;

/**
 * The search result that a typed text names: the one with this symbol, or else the first with a word of its name, or its
 * whole name, beginning with the text. A symbol that the search does not know must not become another stock.
 */
export function typedMatch(text: string, matches: readonly SearchMatch[]): SearchMatch | null {
  const typed = text.trim().toLowerCase();
  const bySymbol = matches.find(({ symbol }) => symbol.toLowerCase() === typed);
  if (bySymbol) return bySymbol;
  if (typed.length < minNameLength) return null;
  return matches.find(({ name }) => ` ${name.toLowerCase()}`.includes(` ${typed}`)) ?? null;
}
