import { type Column, DataTable } from '#components/ui/data-table.tsx';
import type { StatisticName, Statistics, StockResult } from '../api/types.ts';
import { formatStatistic, toneOf } from '../statistics/format-statistic.ts';
import { statisticGuides } from '../statistics/statistics-guide.ts';

interface StocksTableProps {
  results: readonly StockResult[];
  /** Null for all stocks as one account. */
  shown: string | null;
  onShow: (symbol: string) => void;
}

const names = [
  'return_percent',
  'buy_and_hold_return_percent',
  'max_drawdown_percent',
  'trades',
  'win_rate_percent',
  'exposure_time_percent',
  'sharpe_ratio',
] as const satisfies readonly StatisticName[];

/** Colours a return by what buy-and-hold made. */
function toneBeside({ return_percent: own, buy_and_hold_return_percent: other }: Statistics): string {
  return own === null || other === null ? '' : toneOf(own - other);
}

/** The stocks of a run; a row opens its stock. */
export function StocksTable({ results, shown, onShow }: StocksTableProps) {
  const columns: Column<StockResult>[] = [
    {
      key: 'symbol',
      title: 'Stock',
      isText: true,
      sortBy: ({ symbol }) => symbol,
      cell: ({ symbol, warnings }) => (
        <button
          type="button"
          aria-pressed={symbol === shown}
          onClick={() => onShow(symbol)}
          className="normal-nums min-h-6 font-medium text-accent -outline-offset-2 after:absolute after:inset-0 print:inline!"
        >
          {symbol}
          {warnings.length > 0 && (
            <span role="img" aria-label={warnings.join(' ')} title={warnings.join(' ')} className="text-warn">
              {' '}
              ⚠
            </span>
          )}
        </button>
      ),
    },
    ...names.map((name) => {
      const { label, unit } = statisticGuides[name];
      return {
        key: name,
        title: label,
        sortBy: ({ statistics }: StockResult) => statistics[name],
        cell: ({ statistics }: StockResult) => (
          <span className={name === 'return_percent' ? toneBeside(statistics) : undefined}>
            {formatStatistic(statistics[name], unit)}
          </span>
        ),
      };
    }),
  ];
  return (
    <DataTable
      label="Results by stock"
      columns={columns}
      rows={results}
      rowKey={({ symbol }) => symbol}
      isCurrent={({ symbol }) => symbol === shown}
      className="max-h-96"
    />
  );
}
