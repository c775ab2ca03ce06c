import type { Bar, CalculatedIndicator, IndicatorDefinition } from '@stockbook/api/schemas';
import { useCallback, useMemo } from 'react';
import type { Study } from '../../components/chart/study.ts';
import { useStoredState } from '../../lib/stored-state.ts';
import { useCalculatedIndicators, useCatalogue } from './api.ts';
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
  readonly indicators: readonly CalculatedIndicator[];
  readonly isLoading: boolean;
  readonly error: unknown;
  readonly retry: () => void;
  readonly catalogue: readonly IndicatorDefinition[];
  /** Every indicator that has data, as the charts draw it. */
  readonly all: readonly Study[];
  /** Those drawn with the prices. */
  readonly shown: readonly Study[];
  readonly isShown: (id: string) => boolean;
  readonly show: (id: string, isShown: boolean) => void;
}

const noDefinitions: readonly IndicatorDefinition[] = [];

/**
 * The calculated indicators of a stock over the bars on the page, and which of them are drawn with the prices.
 * They are fetched when they are to be seen: with the panel open, or when one is switched on.
 */
export function useStudies(symbol: string, bars: readonly Bar[], isPanelOpen: boolean): Studies {
  const [shownIds, storeShownIds] = useStoredState('shownIndicators', parseShownIds);
  const ids = shownIds[symbol] ?? none;
  const isWanted = bars.length > 0 && (isPanelOpen || ids.length > 0);
  const { indicators, isLoading, error, retry } = useCalculatedIndicators(symbol, isWanted);
  const catalogue = useCatalogue(isWanted).data?.indicators ?? noDefinitions;

  const all = useMemo(() => {
    const overlays = new Set(
      catalogue.filter(({ overlay }) => overlay).map((definition) => definition.function),
    );
    return indicators
      .filter(({ data }) => data.length > 0)
      .map((indicator, index) =>
        toStudy(indicator, bars, { color: index, isOverlay: overlays.has(indicator.indicator_function) }),
      );
  }, [indicators, bars, catalogue]);
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
    indicators,
    isLoading,
    error,
    retry,
    catalogue,
    all,
    shown,
    isShown: (id) => ids.includes(id),
    show,
  };
}
