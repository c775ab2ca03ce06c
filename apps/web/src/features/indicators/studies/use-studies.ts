import { useCallback, useMemo, useState } from 'react';
import { studyColors } from '#components/chart/chart-colors.ts';
import { useUserState } from '#hooks/use-user-state.ts';
import { useCatalogue } from '#lib/api/trpc.ts';
import type { PriceFormat } from '#lib/format/price-format.ts';
import { type LoadedChart, useCalculatedIndicators, useStudyLines } from '../api.ts';
import { toStudy } from './studies.ts';
import type { ShownIndicators } from './use-shown-ids.ts';

/** Chosen colours by the id of the indicator. */
type ChosenColors = Readonly<Record<string, string>>;

function parseColors(stored: unknown): ChosenColors {
  if (typeof stored !== 'object' || stored === null) return {};
  const known = Object.entries(stored).filter(([, color]) => studyColors.some((each) => each === color));
  return Object.fromEntries(known);
}

/** The colours that the user has chosen for indicators. */
function useStudyColors() {
  const [colors, storeColors] = useUserState('indicatorColors', parseColors);
  const setColors = useCallback(
    (chosen: ChosenColors) => storeColors((current) => ({ ...current, ...chosen })),
    [storeColors],
  );
  /** Reads the colour stored now: it may have been chosen after the caller's last render. */
  const copyColor = useCallback(
    (id: string, newId: string, usualColor: string) =>
      storeColors((current) => ({ ...current, [newId]: current[id] ?? usualColor })),
    [storeColors],
  );
  return { colors, setColors, copyColor };
}

const noHiddenIds: ReadonlySet<string> = new Set();
const noReplacedIds: ReadonlyMap<string, string> = new Map();

export type Studies = ReturnType<typeof useStudies>;

/**
 * All calculated indicators of a stock as studies. They are fetched only if the panel is open or at least one is shown.
 * There are none before the catalogue, which defines the overlays, has loaded: a study must not move between panes.
 */
function useAllStudies(
  symbol: string,
  chart: LoadedChart,
  ids: readonly string[],
  colors: Readonly<Record<string, string>>,
  price: PriceFormat | undefined,
  isPanelOpen: boolean,
) {
  const hasBars = chart.bars.time.length > 0;
  // Without the panel, beside the request for the bars.
  const isEnabled = ids.length > 0 || (hasBars && isPanelOpen);
  const calculated = useCalculatedIndicators(symbol, isEnabled);
  const catalogue = useCatalogue(isEnabled);
  const { indicators } = calculated;
  const definitions = catalogue.data?.indicators;
  const visible = useMemo(
    () =>
      indicators.filter(
        ({ id, data_start_date }) => hasBars && data_start_date !== null && (isPanelOpen || ids.includes(id)),
      ),
    [indicators, ids, isPanelOpen, hasBars],
  );
  const { linesAt, ...fetched } = useStudyLines(symbol, visible, chart);

  const all = useMemo(() => {
    if (!definitions || !price) return [];
    const linesById = new Map(visible.map(({ id }, index) => [id, linesAt(index)]));
    const byFunction = new Map(definitions.map((definition) => [definition.function, definition]));
    return indicators.flatMap((indicator, index) => {
      const definition = byFunction.get(indicator.indicator_function);
      if (!definition || indicator.data_start_date === null) return [];
      const columns = linesById.get(indicator.id) ?? [];
      // Indexed from the oldest, so that adding an indicator does not change the other colours.
      const color = indicators.length - 1 - index;
      const study = toStudy(indicator, columns, { color, definition, price });
      return { ...study, color: colors[indicator.id] ?? study.color };
    });
  }, [indicators, visible, linesAt, definitions, price, colors]);
  const loaded = useMemo(() => all.filter(({ lines }) => lines.length > 0), [all]);

  return {
    indicators,
    /** Newest first; without lines while their values load. */
    all,
    /** Those with lines; an open panel loads all. */
    loaded,
    /** Whether none is loaded yet. */
    isLoading: calculated.isLoading || catalogue.isPending || (fetched.isLoading && loaded.length === 0),
    error: calculated.error ?? catalogue.error ?? fetched.error,
    retry: () => {
      if (calculated.error) void calculated.retry();
      if (catalogue.error) void catalogue.refetch();
      fetched.retry();
    },
  };
}

/**
 * The calculated indicators of a stock as studies over the bars on the page, and which of them the price chart shows.
 */
export function useStudies(
  symbol: string,
  chart: LoadedChart,
  { ids, show, showOnly, replace: replaceShown }: ShownIndicators,
  price: PriceFormat | undefined,
  isPanelOpen: boolean,
) {
  const { colors, setColors, copyColor } = useStudyColors();
  const studies = useAllStudies(symbol, chart, ids, colors, price, isPanelOpen);
  const { indicators, all, loaded } = studies;
  /** The ids of replaced studies by those that replace them. */
  const [replacedIds, setReplacedIds] = useState<ReadonlyMap<string, string>>(noReplacedIds);
  const shown = useMemo(() => {
    const find = (id: string | undefined) => loaded.find((study) => study.id === id);
    const isEmpty = (id: string) =>
      indicators.some((indicator) => indicator.id === id && indicator.data_start_date === null);
    // Until the lines of a new study are loaded, the one that it replaces stays: no pane goes and comes back.
    return [
      ...new Set(
        ids.flatMap((id) => find(id) ?? (isEmpty(id) ? undefined : find(replacedIds.get(id))) ?? []),
      ),
    ];
  }, [loaded, ids, indicators, replacedIds]);

  const [hiddenIds, setHiddenIds] = useState<ReadonlySet<string>>(noHiddenIds);
  const toggleHidden = useCallback(
    (id: string) =>
      setHiddenIds((current) => {
        const others = [...current].filter((other) => other !== id);
        return new Set(current.has(id) ? others : [...others, id]);
      }),
    [],
  );

  const replace = (id: string, newId: string) => {
    const before = all.find((study) => study.id === id);
    if (before) copyColor(id, newId, before.color);
    setReplacedIds((current) => new Map(current).set(newId, id));
    replaceShown(id, newId);
  };

  return {
    ...studies,
    /** The studies on the price chart, in the order in which they were shown. */
    shown,
    isShown: (id: string) => ids.includes(id),
    show,
    setColor: (id: string, color: string) => setColors({ [id]: color }),
    /** Shows these indicators in their colours, if they have any, and hides all others. */
    showOnly: (chosen: readonly { readonly id: string; readonly color: string | null }[]) => {
      // Together: every change draws the page.
      setColors(Object.fromEntries(chosen.flatMap(({ id, color }) => (color === null ? [] : [[id, color]]))));
      showOnly(chosen.map(({ id }) => id));
    },
    /** Shows a new indicator in place of another one, in its colour. */
    replace,
    /** Ids of shown studies whose lines are hidden for the moment. */
    hiddenIds,
    toggleHidden,
  };
}
