import { useMemo } from 'react';
import { drawdownPercents, type EquityRow } from '#components/chart/equity/equity-rows.ts';
import { type Column, DataTable } from '#components/ui/data-table.tsx';
import { formatDate } from '#lib/format/dates.ts';
import { formatPercent } from '#lib/format/numbers.ts';
import { formatMoney } from '../statistics/format-statistic.ts';

interface DatedEquity extends EquityRow {
  readonly drawdown: number;
}

/** The equity of a stock's run at each close. */
export function EquityTable({
  symbol,
  rows,
  currency,
}: {
  symbol: string;
  rows: readonly EquityRow[];
  currency: string | null;
}) {
  const dated = useMemo(() => {
    const drawdowns = drawdownPercents(rows);
    return rows.map((row, index) => ({ ...row, drawdown: drawdowns[index] ?? 0 }));
  }, [rows]);
  const columns: Column<DatedEquity>[] = [
    {
      key: 'date',
      title: 'Date',
      isText: true,
      sortBy: ({ date }) => date,
      cell: ({ date }) => formatDate(date),
    },
    {
      key: 'equity',
      title: 'Strategy',
      sortBy: ({ equity }) => equity,
      cell: ({ equity }) => formatMoney(equity, currency),
    },
    {
      key: 'buy_and_hold',
      title: 'Buy and hold',
      sortBy: ({ buy_and_hold }) => buy_and_hold,
      cell: ({ buy_and_hold }) => formatMoney(buy_and_hold, currency),
    },
    {
      key: 'drawdown',
      title: 'Drawdown',
      sortBy: ({ drawdown }) => drawdown,
      cell: ({ drawdown }) => (drawdown === 0 ? '0.00%' : formatPercent(drawdown)),
    },
  ];
  return (
    <DataTable
      label={`Equity of ${symbol}`}
      columns={columns}
      rows={dated}
      rowKey={({ date }) => date}
      className="h-[370px]"
    />
  );
}
