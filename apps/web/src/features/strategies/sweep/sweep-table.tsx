import { type Column, DataTable } from '#components/ui/data-table.tsx';
import { formatCount } from '#lib/format/numbers.ts';
import type { SweepRow } from '../api/types.ts';
import { formatStatistic, toneOf } from '../statistics/format-statistic.ts';
import { statisticGuides } from '../statistics/statistics-guide.ts';
import { metricNouns, metricOf, ranksOf, type SweepMetric, type SweepPart } from './sweep-ranks.ts';

interface SweepTableProps {
  rows: readonly SweepRow[];
  /** The names of the ranges. */
  labels: readonly string[];
  metric: SweepMetric;
  hasLastPart: boolean;
}

/** The combinations of a sweep with their results and ranks in both parts. */
export function SweepTable({ rows, labels, metric, hasLastPart }: SweepTableProps) {
  const { unit } = statisticGuides[metric];
  const partColumns = (part: SweepPart, title: string): Column<SweepRow>[] => {
    const ranks = ranksOf(rows, part, metric);
    const rankOf = (row: SweepRow) => ranks.get(row) ?? null;
    return [
      {
        key: `${part} value`,
        title: `${title}: ${metricNouns[metric]}`,
        sortBy: (row) => metricOf(row, part, metric),
        cell: (row) => {
          const value = metricOf(row, part, metric);
          return (
            <span className={metric === 'return_percent' ? toneOf(value) : undefined}>
              {formatStatistic(value, unit)}
            </span>
          );
        },
      },
      { key: `${part} rank`, title: `${title}: rank`, sortBy: rankOf, cell: (row) => rankOf(row) ?? '–' },
    ];
  };
  const columns: Column<SweepRow>[] = [
    ...labels.map((label, index) => ({
      key: `value ${index}`,
      title: label,
      isText: index === 0,
      sortBy: ({ values }: SweepRow) => values[index] ?? null,
      cell: ({ values }: SweepRow) => values[index],
    })),
    ...partColumns('in_sample', hasLastPart ? 'First part' : 'Whole time'),
    {
      key: 'trades',
      title: 'Trades',
      sortBy: ({ in_sample }) => in_sample?.trades ?? null,
      cell: ({ in_sample }) => (in_sample ? formatCount(in_sample.trades) : '–'),
    },
    ...(hasLastPart ? partColumns('out_of_sample', 'Last part') : []),
  ];
  return (
    <DataTable
      label="Combinations of the sweep"
      columns={columns}
      rows={rows}
      rowKey={({ values }) => values.join(' ')}
      className="max-h-96"
    />
  );
}
