import type { Ref } from 'react';
import type { EquityChartHandle } from '#components/chart/equity/equity-chart.tsx';
import { Card } from '#components/ui/card.tsx';
import { formatCount } from '#lib/format/numbers.ts';
import type { EquityState } from '../api/results.ts';
import type { Combined } from '../api/types.ts';
import { formatStatistic } from '../statistics/format-statistic.ts';
import { statisticGuides } from '../statistics/statistics-guide.ts';
import { StatisticTerm } from '../statistics/statistics-list.tsx';
import { EquitySection } from './equity-section.tsx';
import { MonthsCard } from './months-table.tsx';
import { resultSectionIds } from './result-anchors.tsx';

/** The statistics of all stocks as one account. */
export const combinedStatistics = [
  'return_percent',
  'buy_and_hold_return_percent',
  'max_drawdown_percent',
  'volatility_ann_percent',
  'sharpe_ratio',
] as const satisfies readonly (keyof Combined)[];

interface CombinedViewProps {
  backtestId: string;
  combined: Combined;
  /** How many stocks there are. */
  stocks: number;
  equity: EquityState;
  chartRef: Ref<EquityChartHandle>;
}

/** All stocks of a backtest as one account: its equity, its months and its statistics. */
export function CombinedView({ backtestId, combined, stocks, equity, chartRef }: CombinedViewProps) {
  return (
    <div className="space-y-5">
      <Card title="All stocks as one account">
        <p className="mb-3 text-sm text-muted">
          Each of the {formatCount(stocks)} stocks has an equal share of the cash, which waits until its first
          bar. Currencies are not converted: the shares are compared in per cent.
        </p>
        <EquitySection
          ref={chartRef}
          symbol="all stocks"
          rows={equity.rows}
          error={equity.error}
          onRetry={equity.retry}
          currency={null}
        />
      </Card>
      <MonthsCard backtestId={backtestId} symbol={null} />
      <Card title="Statistics of all stocks" id={resultSectionIds.statistics}>
        <dl className="grid grid-cols-1 gap-x-8 text-sm sm:grid-cols-2 xl:grid-cols-3">
          {combinedStatistics.map((name) => (
            <div key={name} className="flex items-center justify-between gap-3 border-b border-line py-1">
              <dt>
                <StatisticTerm name={name} />
              </dt>
              <dd className="numeric font-medium">
                {formatStatistic(combined[name], statisticGuides[name].unit)}
              </dd>
            </div>
          ))}
        </dl>
      </Card>
    </div>
  );
}
