import { useMemo } from 'react';
import { type BarColumns, dateAt } from '#components/chart/bar-columns.ts';
import { type ChartValue, useChartValue } from '#components/chart/chart-value.ts';
import { type Column, DataTable } from '#components/ui/data-table.tsx';
import { cn } from '#lib/cn.ts';
import { formatDate } from '#lib/format/dates.ts';
import { changePercent, formatCount, formatPercent } from '#lib/format/numbers.ts';
import type { PriceFormat } from '#lib/format/price-format.ts';
import type { FormingBar } from '../quotes/forming/forming-bar.ts';
import type { BarActions } from './bar-actions.ts';
import { type BarEntries, entryLines } from './bar-entries.ts';
import { type BarSignals, type DatedSignal, tradesIn, withoutTrades } from './bar-signals.ts';

interface BarMarks {
  actions: BarActions;
  signals: BarSignals;
  entries: BarEntries;
}

interface BarsTableProps extends BarMarks {
  label: string;
  bars: BarColumns;
  format: PriceFormat;
  /** The bar of a session that is not over. */
  forming: ChartValue<FormingBar | null>;
}

/**
 * The bars of the chart as a table, newest first. A row is the index of its bar; the index after the last one is the
 * bar in progress.
 */
export function BarsTable({ label, bars, actions, signals, entries, format, ...props }: BarsTableProps) {
  const forming = useChartValue(props.forming);
  const count = bars.time.length;
  const hasForming = forming !== null;
  const rows = useMemo(
    () => Array.from({ length: count + Number(hasForming) }, (_, index) => index),
    [count, hasForming],
  );
  const columns = [...priceColumns(bars, forming, format), ...markColumns({ actions, signals, entries })];
  return (
    <DataTable
      label={label}
      columns={columns}
      rows={rows}
      rowKey={String}
      initialSorting={newestFirst}
      className="h-[500px]"
    />
  );
}

/** The date of each bar, its prices, its change and its volume. */
function priceColumns(bars: BarColumns, forming: FormingBar | null, format: PriceFormat): Column<number>[] {
  const count = bars.time.length;
  const valueAt = (key: 'open' | 'high' | 'low' | 'close' | 'volume', index: number) =>
    (index === count ? forming?.[key] : bars[key][index]) ?? null;
  const price = (key: 'open' | 'high' | 'low' | 'close', title: string): Column<number> => ({
    key,
    title,
    sortBy: (index) => valueAt(key, index),
    cell: (index) => format.format(valueAt(key, index)),
  });
  const change = (index: number) =>
    forming && index === count
      ? forming.changePercent
      : changePercent(bars.close[index], bars.close[index - 1]);
  return [
    {
      key: 'date',
      title: 'Date',
      isText: true,
      sortBy: (index) => index,
      cell: (index) =>
        forming && index === count
          ? `${formatDate(forming.date)}, in progress`
          : formatDate(dateAt(bars, index)),
    },
    price('open', 'Open'),
    price('high', 'High'),
    price('low', 'Low'),
    price('close', 'Close'),
    {
      key: 'change',
      title: 'Change',
      sortBy: change,
      cell: (index) => (
        <span className={cn((change(index) ?? 0) < 0 ? 'text-down' : 'text-up')}>
          {formatPercent(change(index))}
        </span>
      ),
    },
    {
      key: 'volume',
      title: 'Volume',
      sortBy: (index) => valueAt('volume', index),
      cell: (index) => volumeText(valueAt('volume', index)),
    },
  ];
}

/** The columns of splits and dividends, signals and journal entries. Leaves out those without any. */
function markColumns({ actions, signals, entries }: BarMarks): Column<number>[] {
  const columns: Column<number>[] = [];
  if (actions.size > 0) {
    columns.push({
      key: 'actions',
      title: 'Split or dividend',
      isText: true,
      cell: (index) =>
        actions
          .get(index)
          ?.map(({ text }) => text)
          .join(', '),
    });
  }
  const all = [...signals.values()].flat();
  if (tradesIn(all).length > 0) {
    columns.push(
      sentenceColumn('trades', 'Purchase or sale', (index) => sentencesOf(tradesIn(signals.get(index)))),
    );
  }
  if (withoutTrades(all).length > 0) {
    columns.push(
      sentenceColumn('signals', 'Signal', (index) => sentencesOf(withoutTrades(signals.get(index)))),
    );
  }
  if (entries.size > 0) {
    columns.push(sentenceColumn('journal', 'Journal', (index) => entryLines(entries.get(index))));
  }
  return columns;
}

function sentencesOf(signals: readonly DatedSignal[]): string[] {
  return signals.map(({ sentence }) => sentence);
}

function volumeText(volume: number | null): string {
  return volume === null ? 'N/A' : formatCount(volume);
}

function sentenceColumn(
  key: string,
  title: string,
  textsOf: (index: number) => readonly string[],
): Column<number> {
  return {
    key,
    title,
    isText: true,
    cell: (index) => <span className="block min-w-64 whitespace-normal">{textsOf(index).join(' ')}</span>,
  };
}

const newestFirst = { key: 'date', isDescending: true } as const;
