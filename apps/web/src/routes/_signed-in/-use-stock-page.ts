import { useState } from 'react';
import { ChartValue } from '#components/chart/chart-value.ts';
import { TimeSync } from '#components/chart/time-sync.ts';
import { useAlerts } from '#components/feedback/alerts.tsx';
import { useCalculation } from '#features/indicators/api.ts';
import { indicatorSectionId } from '#features/indicators/indicator-section.tsx';
import { useShownIds } from '#features/indicators/studies/use-shown-ids.ts';
import { useStudies } from '#features/indicators/studies/use-studies.ts';
import { useApplyStudySet } from '#features/indicators/study-sets/api.ts';
import { useFavorite, useNotify } from '#features/stocks/api/mutations.ts';
import { useBars, useLoadBars, useStock } from '#features/stocks/api/queries.ts';
import { useCompared, useLoadCompared } from '#features/stocks/chart/compare/use-compared.ts';
import { useCompleteChart } from '#features/stocks/chart/compare/use-complete-chart.ts';
import type { ChartSearch } from '#features/stocks/chart/view/chart-view.ts';
import {
  useChartSettings,
  useChartView,
  useSettingsOfBars,
} from '#features/stocks/chart/view/use-chart-view.ts';
import { trpc } from '#lib/api/trpc.ts';
import { priceFormat } from '#lib/format/price-format.ts';
import { type Command, usePageCommands } from '#lib/page-commands.ts';

/** The server's limit for one response. */
const maxIdsWithBars = 20;

export type StockPage = ReturnType<typeof useStockPage>;

/**
 * The state that the sections of the stock detail page share. A calculated indicator is shown at once.
 * @param navigate replaces entries of the address
 */
export function useStockPage(
  symbol: string,
  search: ChartSearch,
  navigate: Parameters<typeof useChartView>[2],
) {
  const { alert } = useAlerts();
  const utils = trpc.useUtils();
  const toggleFavorite = useFavorite(alert);
  const toggleNotify = useNotify(alert);
  const [sync] = useState(() => new TimeSync());
  const [hover] = useState(() => new ChartValue<number | null>(null));
  const [isPanelOpen, setIsPanelOpen] = useState(false);
  const { item, error } = useStock(symbol);
  const settings = useChartSettings();
  const shown = useShownIds(symbol);
  // The ids of the first render: hiding or showing an indicator must not fetch the bars again.
  const [firstIds] = useState(() => shown.ids.slice(0, maxIdsWithBars));
  const loadBars = useLoadBars(symbol, settings.isAdjusted, firstIds);
  const loadCompared = useLoadCompared(settings.isAdjusted);
  const control = useChartView(
    search,
    { first: item?.stock.data_start_date ?? null, last: item?.stock.data_end_date ?? null },
    navigate,
    (view) => Promise.all([loadBars(view), loadCompared(view)]),
    settings.isFollowing,
  );
  const bars = useBars(symbol, control.view, settings.isAdjusted, firstIds, item?.stock);
  const chart = useCompleteChart(bars, useCompared(control.view, settings.isAdjusted));
  const settingsOfBars = useSettingsOfBars(settings, symbol, chart.bars);
  const studies = useStudies(symbol, chart, shown, item && priceFormat(item.stock), isPanelOpen);
  const calculation = useCalculation(symbol, ({ result }, calculation) => {
    if (!result) return;
    if (calculation?.replaces) studies.replace(calculation.replaces, result.indicator_id);
    else studies.show(result.indicator_id, true);
  });
  usePageCommands(() => stockCommands());
  const studySets = useApplyStudySet(symbol, chart, studies.showOnly);

  function stockCommands(): Command[] {
    if (!item) return [];
    const definitions = utils.indicators.catalogue.getData()?.indicators ?? [];
    return [
      { kind: 'Stock', label: 'Favorite on or off', detail: symbol, run: () => toggleFavorite(item) },
      { kind: 'Stock', label: 'Notify on signals on or off', detail: symbol, run: () => toggleNotify(item) },
      ...definitions.map(({ function: indicator, name, defaultParams: parameters }) => ({
        kind: 'Indicator',
        label: indicator,
        detail: name,
        run: () => calculation.start({ symbol, indicator, parameters, name: '' }),
      })),
    ];
  }

  return {
    item,
    error,
    control,
    hover,
    toggleFavorite,
    toggleNotify,
    sync,
    isPanelOpen,
    setIsPanelOpen,
    /** Opens the panel of the indicators and scrolls there. */
    openPanel: () => {
      setIsPanelOpen(true);
      requestAnimationFrame(() => document.getElementById(indicatorSectionId)?.scrollIntoView());
    },
    settings: settingsOfBars,
    chart,
    studies,
    studySets,
    calculation,
  };
}
