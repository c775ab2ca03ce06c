import type { Bar } from '@stockbook/api/schemas';
import { useCallback, useMemo } from 'react';
import type { Study } from '../../components/chart/study.ts';
import { useUserState } from '../../hooks/use-user-state.ts';
import { useCalculatedIndicators, useCatalogue, useIndicatorValues } from './api.ts';
import { toStudy } from './studies.ts';

/** Ids of the indicators drawn with the prices, by symbol. */
type ShownIds = Readonly<Record<string, readonly string[]>>;

function parseShownIds(stored: unknown): ShownIds {
  if (typeof stored !== 'object' || stored === null) return {};
  return Object.fromEntries(
    Object.entries(stored).map(([symbol, ids]) => [symbol, Array.isArray(ids) ? ids.map(String) : []]),
  );
}

const none: readonly string[] = [];

export interface Studies {
  /** While nobody can tell yet what is to be drawn, or where. */
  readonly isLoading: boolean;
  /** Why not all of it can be drawn; null when it can. */
  readonly error: unknown;
  /** Asks again for what did not come. */
  readonly retry: () => void;
  /** Every indicator whose values are here, newest first, as the charts draw it: all of them with the panel open. */
  readonly all: readonly Study[];
  /** Those drawn with the prices. */
  readonly shown: readonly Study[];
  readonly isShown: (id: string) => boolean;
  readonly show: (id: string, isShown: boolean) => void;
}

/**
 * The calculated indicators of a stock over the bars on the page, and which of them are drawn with the prices.
 * They are fetched when they are to be seen: with the panel open, or when one is switched on. There are none before
 * the catalogue has told which belong on the price: they would change their places when it does.
 */
export function useStudies(symbol: string, bars: readonly Bar[], isPanelOpen: boolean): Studies {
  const [shownIds, storeShownIds] = useUserState('shownIndicators', parseShownIds);
  const ids = shownIds[symbol] ?? none;
  const isWanted = bars.length > 0 && (isPanelOpen || ids.length > 0);
  const calculated = useCalculatedIndicators(symbol, isWanted);
  const catalogue = useCatalogue(isWanted);
  const { indicators } = calculated;
  const definitions = catalogue.data?.indicators;
  const seen = useMemo(
    () =>
      indicators.filter(
        ({ id, data_start_date }) => data_start_date !== null && (isPanelOpen || ids.includes(id)),
      ),
    [indicators, ids, isPanelOpen],
  );
  const { values, ...fetched } = useIndicatorValues(symbol, seen);

  const all = useMemo(() => {
    if (!definitions) return [];
    const dataById = new Map(seen.map(({ id }, index) => [id, values[index]]));
    const overlays = new Set(
      definitions.filter(({ overlay }) => overlay).map((definition) => definition.function),
    );
    return indicators.flatMap((indicator, index) => {
      const data = dataById.get(indicator.id);
      if (!data || data.length === 0) return [];
      // Counted from the oldest, so that the others keep their colours when one is added.
      const color = indicators.length - 1 - index;
      const isOverlay = overlays.has(indicator.indicator_function);
      return toStudy({ ...indicator, data }, bars, { color, isOverlay });
    });
  }, [indicators, seen, values, bars, definitions]);
  const shown = useMemo(() => all.filter(({ id }) => ids.includes(id)), [all, ids]);

  const show = useCallback(
    (id: string, isShown: boolean) =>
      storeShownIds((current) => {
        const others = (current[symbol] ?? none).filter((other) => other !== id);
        return { ...current, [symbol]: isShown ? [...others, id] : others };
      }),
    [storeShownIds, symbol],
  );

  return {
    isLoading: calculated.isLoading || catalogue.isPending || (fetched.isLoading && all.length === 0),
    error: calculated.error ?? catalogue.error ?? fetched.error,
    retry: () => {
      if (calculated.error) void calculated.retry();
      if (catalogue.error) void catalogue.refetch();
      fetched.retry();
    },
    all,
    shown,
    isShown: (id) => ids.includes(id),
    show,
  };
}
