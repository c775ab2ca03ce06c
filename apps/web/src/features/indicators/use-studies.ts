import { useCallback, useMemo, useState } from 'react';
import type { BarColumns } from '../../components/chart/bar-columns.ts';
import type { Study } from '../../components/chart/study.ts';
import { useUserState } from '../../hooks/use-user-state.ts';
import { useCatalogue } from '../../lib/api/use-catalogue.ts';
import type { PriceFormat } from '../../lib/price-format.ts';
import { useCalculatedIndicators } from './api/use-calculated-indicators.ts';
import { useIndicatorValues } from './api/use-indicator-values.ts';
import { toStudy } from './studies.ts';

/** Ids of the indicators shown on the price chart, by symbol. */
type ShownIds = Readonly<Record<string, readonly string[]>>;

function parseShownIds(stored: unknown): ShownIds {
  if (typeof stored !== 'object' || stored === null) return {};
  return Object.fromEntries(
    Object.entries(stored).map(([symbol, ids]) => [symbol, Array.isArray(ids) ? ids.map(String) : []]),
  );
}

const noIds: readonly string[] = [];
const noHiddenIds: ReadonlySet<string> = new Set();

export interface Studies {
  readonly isLoading: boolean;
  /** The first error of the queries, or null. */
  readonly error: unknown;
  /** Retries the failed queries. */
  readonly retry: () => void;
  /** Every indicator whose values are loaded, newest first; an open panel loads all. */
  readonly all: readonly Study[];
  /** The studies on the price chart. */
  readonly shown: readonly Study[];
  readonly isShown: (id: string) => boolean;
  readonly show: (id: string, isShown: boolean) => void;
  /** Ids of shown studies whose lines are hidden for the moment. */
  readonly hiddenIds: ReadonlySet<string>;
  readonly toggleHidden: (id: string) => void;
}

/**
 * The calculated indicators of a stock as studies over the bars on the page, and which of them the price chart shows.
 * They are fetched only if the panel is open or at least one is shown. There are none before the catalogue, which
 * defines the overlays, has loaded: a study must not move between panes.
 */
export function useStudies(
  symbol: string,
  bars: BarColumns,
  price: PriceFormat | undefined,
  isPanelOpen: boolean,
): Studies {
  const [shownIds, storeShownIds] = useUserState('shownIndicators', parseShownIds);
  const ids = shownIds[symbol] ?? noIds;
  const isEnabled = bars.time.length > 0 && (isPanelOpen || ids.length > 0);
  const calculated = useCalculatedIndicators(symbol, isEnabled);
  const catalogue = useCatalogue(isEnabled);
  const { indicators } = calculated;
  const definitions = catalogue.data?.indicators;
  const visible = useMemo(
    () =>
      indicators.filter(
        ({ id, data_start_date }) => data_start_date !== null && (isPanelOpen || ids.includes(id)),
      ),
    [indicators, ids, isPanelOpen],
  );
  const { values, ...fetched } = useIndicatorValues(symbol, visible);

  const all = useMemo(() => {
    if (!definitions || !price) return [];
    const dataById = new Map(visible.map(({ id }, index) => [id, values[index]]));
    const byFunction = new Map(definitions.map((definition) => [definition.function, definition]));
    return indicators.flatMap((indicator, index) => {
      const data = dataById.get(indicator.id);
      const definition = byFunction.get(indicator.indicator_function);
      if (!definition || !data || data.length === 0) return [];
      // Indexed from the oldest, so that adding an indicator does not change the other colours.
      const color = indicators.length - 1 - index;
      return toStudy({ ...indicator, data }, bars, { color, definition, price });
    });
  }, [indicators, visible, values, bars, definitions, price]);
  const shown = useMemo(() => all.filter(({ id }) => ids.includes(id)), [all, ids]);

  const show = useCallback(
    (id: string, isShown: boolean) =>
      storeShownIds((current) => {
        const others = (current[symbol] ?? noIds).filter((other) => other !== id);
        return { ...current, [symbol]: isShown ? [...others, id] : others };
      }),
    [storeShownIds, symbol],
  );

  const [hiddenIds, setHiddenIds] = useState<ReadonlySet<string>>(noHiddenIds);
  const toggleHidden = useCallback(
    (id: string) =>
      setHiddenIds((current) => {
        const others = [...current].filter((other) => other !== id);
        return new Set(current.has(id) ? others : [...others, id]);
      }),
    [],
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
    hiddenIds,
    toggleHidden,
  };
}
