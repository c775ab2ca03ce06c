import { useUserState } from '#hooks/use-user-state.ts';
import type { PaneHeights } from './pane-resizer.ts';

/** Bounds of a stored height. The default height of the prices is 350. */
const minHeight = 10;
const maxHeight = 3000;

function isNumber(value: unknown): value is number {
  return typeof value === 'number';
}

/** Heights out of bounds become the nearest bound; anything else than heights becomes the defaults. */
export function parsePaneHeights(stored: unknown): PaneHeights {
  if (!Array.isArray(stored) || !stored.every(isNumber)) return [];
  return stored.map((height) => Math.max(minHeight, Math.min(maxHeight, height)));
}

/** The heights to which the user has resized the panes of all charts of a kind; empty for the defaults. */
export function usePaneHeights(kind: 'price' | 'underlaidPrice' | 'indicator' | 'equity' | 'portfolio') {
  return useUserState(`paneHeights.${kind}`, parsePaneHeights);
}
