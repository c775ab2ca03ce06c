import { useState } from 'react';
import { TimeSync } from '../../components/chart/time-sync.ts';
import { useAlerts } from '../../components/feedback/alerts.tsx';
import { useCalculation } from '../../features/indicators/api/use-calculation.ts';
import { useStudies } from '../../features/indicators/use-studies.ts';
import { useBars } from '../../features/stocks/api/use-bars.ts';
import { useFavorite } from '../../features/stocks/api/use-favorite.ts';
import { useNotify } from '../../features/stocks/api/use-notify.ts';
import { useStock } from '../../features/stocks/api/use-stock.ts';
import { type ChartRange, defaultChartRange, rangeWith } from '../../features/stocks/chart/chart-range.ts';
import { useChartSettings } from '../../features/stocks/chart/use-chart-settings.ts';

/**
 * The state that the sections of the stock detail page share. A calculated indicator is shown at once. `date` is the bar
 * that the chart opens at; without a chosen range, the range has this bar.
 */
export function useStockPage(symbol: string, chosenRange: ChartRange | undefined, date: string | undefined) {
  const { alert } = useAlerts();
  const toggleFavorite = useFavorite(alert);
  const toggleNotify = useNotify(alert);
  const [sync] = useState(() => new TimeSync());
  const [isPanelOpen, setIsPanelOpen] = useState(false);
  const { item, error } = useStock(symbol);
  const settings = useChartSettings();
  const lastBarDate = item?.stock.data_end_date;
  const range = chosenRange ?? (date && lastBarDate ? rangeWith(date, lastBarDate) : defaultChartRange);
  const chart = useBars(symbol, { range, isAdjusted: settings.isAdjusted }, item?.stock);
  const studies = useStudies(symbol, chart.bars, isPanelOpen);
  const calculation = useCalculation(symbol, ({ result }) => {
    if (result) studies.show(result.indicator_id, true);
  });
  return {
    item,
    error,
    range,
    toggleFavorite,
    toggleNotify,
    sync,
    isPanelOpen,
    setIsPanelOpen,
    settings,
    chart,
    studies,
    calculation,
  };
}
