import { type Column, DataTable } from '#components/ui/data-table.tsx';
import { formatDate } from '#lib/format/dates.ts';
import { formatPercent } from '#lib/format/numbers.ts';
import type { Trade } from '../../api/types.ts';
import { formatMoney, toneOf } from '../../statistics/statistics-list.tsx';
import { reasonNames } from './trade-markers.ts';

const shares = new Intl.NumberFormat('en-US', { maximumFractionDigits: 8 });
const none = '–';

/** The trades of a stock, each with the reason of its exit. */
export function TradesTable({
  symbol,
  trades,
  currency,
}: {
  symbol: string;
  trades: readonly Trade[];
  currency: string | null;
}) {
  const money = (value: number | null) => (value === null ? none : formatMoney(value, currency));
  const columns: Column<Trade>[] = [
    {
      key: 'entry_date',
      title: 'Entry',
      isText: true,
      sortBy: ({ entry_date }) => entry_date,
      cell: ({ entry_date }) => formatDate(entry_date),
    },
    {
      key: 'exit_date',
      title: 'Exit',
      isText: true,
      sortBy: ({ exit_date }) => exit_date,
      cell: ({ exit_date }) => (exit_date === null ? none : formatDate(exit_date)),
    },
    {
      key: 'reason',
      title: 'Reason',
      isText: true,
      sortBy: ({ reason }) => reasonNames[reason],
      cell: ({ reason }) => reasonNames[reason],
    },
    {
      key: 'return_percent',
      title: 'Return',
      sortBy: ({ return_percent }) => return_percent,
      cell: ({ return_percent: value }) => (
        <span className={toneOf(value)}>{value === null ? none : formatPercent(value)}</span>
      ),
    },
    {
      key: 'profit',
      title: 'Profit',
      sortBy: ({ profit }) => profit,
      cell: ({ profit }) => <span className={toneOf(profit)}>{money(profit)}</span>,
    },
    {
      key: 'entry_price',
      title: 'Entry price',
      sortBy: ({ entry_price }) => entry_price,
      cell: ({ entry_price }) => money(entry_price),
    },
    {
      key: 'exit_price',
      title: 'Exit price',
      sortBy: ({ exit_price }) => exit_price,
      cell: ({ exit_price }) => money(exit_price),
    },
    {
      key: 'size',
      title: 'Shares',
      sortBy: ({ size }) => size,
      cell: ({ size }) => shares.format(size),
    },
    {
      key: 'commission',
      title: 'Commission',
      sortBy: ({ commission }) => commission,
      cell: ({ commission }) => money(commission),
    },
  ];
  return (
    <DataTable
      label={`Trades of ${symbol}`}
      columns={columns}
      rows={trades}
      rowKey={({ entry_bar }) => String(entry_bar)}
      className="max-h-96"
    />
  );
}
