import { useCallback } from 'react';
import { useUserState } from '#hooks/use-user-state.ts';

/** Ids of the indicators shown on the price chart, in the order of their panes, by symbol. */
type ShownIds = Readonly<Record<string, readonly string[]>>;

function parseShownIds(stored: unknown): ShownIds {
  if (typeof stored !== 'object' || stored === null) return {};
  return Object.fromEntries(
    Object.entries(stored).map(([symbol, ids]) => [symbol, Array.isArray(ids) ? ids.map(String) : []]),
  );
}

const noIds: readonly string[] = [];

export type ShownIndicators = ReturnType<typeof useShownIds>;

/** Which indicators of a stock the price chart shows. */
export function useShownIds(symbol: string) {
  const [shownIds, storeShownIds] = useUserState('shownIndicators', parseShownIds);
  const show = useCallback(
    (id: string, isShown: boolean) =>
      storeShownIds((current) => {
        const others = (current[symbol] ?? noIds).filter((other) => other !== id);
        return { ...current, [symbol]: isShown ? [...others, id] : others };
      }),
    [storeShownIds, symbol],
  );
  /** Shows an indicator in the place of another one, or as the last. */
  const replace = useCallback(
    (id: string, newId: string) =>
      storeShownIds((current) => {
        const ids = (current[symbol] ?? noIds).map((other) => (other === id ? newId : other));
        return { ...current, [symbol]: [...new Set([...ids, newId])] };
      }),
    [storeShownIds, symbol],
  );
  const showOnly = useCallback(
    (ids: readonly string[]) => storeShownIds((current) => ({ ...current, [symbol]: ids })),
    [storeShownIds, symbol],
  );
  return { ids: shownIds[symbol] ?? noIds, show, replace, showOnly };
}
