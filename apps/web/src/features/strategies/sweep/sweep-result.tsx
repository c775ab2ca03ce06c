import { useState } from 'react';
import { type Column, DataTable } from '#components/ui/data-table.tsx';
import { Segmented } from '#components/ui/segmented.tsx';
import { cn } from '#lib/cn.ts';
import { formatDate } from '#lib/format/dates.ts';
import { formatCount } from '#lib/format/numbers.ts';
import type { Sweep, SweepRow } from '../api/types.ts';
import { formatStatistic, toneOf } from '../statistics/format-statistic.ts';
import { statisticGuides } from '../statistics/statistics-guide.ts';
import {
  bestRow,
  metricNouns,
  metricOf,
  ranksOf,
  type SweepMetric,
  type SweepPart,
  sweepMetrics,
} from './sweep-ranks.ts';

/** The share of the colour in the cell of the best and the worst value: more would hide the text. */
const maxTintPercent = 38;

interface HeatMapProps {
  rows: readonly SweepRow[];
  /** The names of the ranges: of the rows, then of the columns. */
  labels: readonly string[];
  part: SweepPart;
  metric: SweepMetric;
  best: SweepRow | undefined;
  chosen: SweepRow | undefined;
  onChoose: (row: SweepRow) => void;
}

/** The results of two parameters as a table whose cells are coloured by their value. */
function HeatMap({ rows, labels, part, metric, best, chosen, onChoose }: HeatMapProps) {
  const [rowLabel = '', columnLabel] = labels;
  const firsts = distinct(rows.map(({ values }) => values[0]));
  const seconds = columnLabel === undefined ? [undefined] : distinct(rows.map(({ values }) => values[1]));
  const byValues = new Map(rows.map((row) => [row.values.join(' '), row]));
  const { label, unit } = statisticGuides[metric];
  const tint = tints(rows.map((row) => metricOf(row, part, metric)));
  return (
    <div className="relative overflow-x-auto rounded-md border border-line print:overflow-visible">
      <table className="numeric w-full border-collapse text-center text-sm">
        <caption className="sr-only">
          {label} by {labels.join(' and ')}
        </caption>
        <thead className="text-xs text-muted">
          {columnLabel !== undefined && (
            <tr>
              <td />
              <th scope="colgroup" colSpan={seconds.length} className="px-2 pt-2 font-medium">
                {columnLabel}
              </th>
            </tr>
          )}
          <tr>
            <th scope="col" className="min-w-24 px-2 py-2 text-left font-medium">
              {rowLabel}
            </th>
            {seconds.map((second) => (
              <th key={second ?? 'value'} scope="col" className="px-2 py-2 font-medium">
                {second ?? label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {firsts.map((first) => (
            <tr key={first}>
              <th scope="row" className="px-2 py-1.5 text-left font-medium">
                {first}
              </th>
              {seconds.map((second) => {
                const row = byValues.get(second === undefined ? String(first) : `${first} ${second}`);
                const value = row ? metricOf(row, part, metric) : null;
                return (
                  <td key={second ?? 'value'} style={{ backgroundColor: tint(value) }} className="p-0">
                    {row && (
                      <button
                        type="button"
                        aria-pressed={row === chosen}
                        onClick={() => onChoose(row)}
                        className={cn(
                          'h-8 w-full min-w-18 pointer-coarse:h-11 px-2 whitespace-nowrap -outline-offset-2 print:block!',
                          'aria-pressed:ring-2 aria-pressed:ring-ink aria-pressed:ring-inset',
                          row === best && 'font-semibold',
                        )}
                      >
                        {formatStatistic(value, unit)}
                        {row === best && <span className="sr-only"> (best)</span>}
                      </button>
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function distinct(values: readonly (number | undefined)[]): number[] {
  return [...new Set(values.filter((value) => value !== undefined))];
}

/** Colours by value: the stronger, the nearer to the best or the worst one. */
function tints(values: readonly (number | null)[]): (value: number | null) => string | undefined {
  const known = values.filter((value) => value !== null);
  const [low, high] = [Math.min(...known), Math.max(...known)];
  const middle = (low + high) / 2;
  return (value) => {
    if (value === null || low === high) return undefined;
    const strength = Math.round((maxTintPercent * Math.abs(value - middle)) / (high - middle));
    const color = value >= middle ? 'var(--chart-line)' : 'var(--warn)';
    return `color-mix(in srgb, ${color} ${strength}%, var(--surface))`;
  };
}

interface SweepTableProps {
  rows: readonly SweepRow[];
  labels: readonly string[];
  metric: SweepMetric;
  hasLastPart: boolean;
}

/** The combinations of a sweep with their results and ranks in both parts. */
function SweepTable({ rows, labels, metric, hasLastPart }: SweepTableProps) {
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

const metricOptions = sweepMetrics.map((value) => ({ value, label: statisticGuides[value].label }));

/** A finished sweep: the rank of the best combination in the last part, the heat map and all combinations. */
export function SweepResult({ sweep, labels }: { sweep: Sweep; labels: readonly string[] }) {
  const { rows, split_date } = sweep;
  const [metric, setMetric] = useState<SweepMetric>('return_percent');
  const [chosen, setChosen] = useState<SweepRow | null>(null);
  const best = bestRow(rows, 'in_sample', metric);
  const shown = chosen ?? best;
  return (
    <div className="space-y-4">
      <div className="print:hidden">
        <Segmented label="Compare by" options={metricOptions} value={metric} onChange={setMetric} />
      </div>
      <p className="text-sm">
        {best
          ? describe(`Best${split_date ? ' of the first part' : ''}`, sweep, best, labels, metric)
          : 'No combination has a value.'}
      </p>
      <div>
        <h3 className="mb-2 text-sm font-semibold">
          {statisticGuides[metric].label}
          {split_date && ` in the first part, until ${formatDate(split_date)}`}
        </h3>
        <HeatMap
          rows={rows}
          labels={labels}
          part="in_sample"
          metric={metric}
          best={best}
          chosen={shown}
          onChoose={setChosen}
        />
        <p role="status" className="mt-2 text-sm text-muted">
          {chosen && describe('Chosen', sweep, chosen, labels, metric)}
        </p>
      </div>
      <SweepTable rows={rows} labels={labels} metric={metric} hasLastPart={split_date !== null} />
    </div>
  );
}

/** A combination with its result in the first part, and its rank in the last part, in sentences. */
function describe(
  title: string,
  { rows, split_date }: Sweep,
  row: SweepRow,
  labels: readonly string[],
  metric: SweepMetric,
): string {
  const { unit } = statisticGuides[metric];
  const write = (value: number | null) => `${metricNouns[metric]} ${formatStatistic(value, unit)}`;
  const setting = labels.map((name, index) => `${name} at ${row.values[index]}`).join(', ');
  const first = `${title}: ${setting} with ${write(metricOf(row, 'in_sample', metric))}.`;
  if (!split_date) return `${first} No last part was kept out of the search.`;
  const rank = ranksOf(rows, 'out_of_sample', metric).get(row) ?? null;
  if (rank === null) return `${first} In the last part it has no value.`;
  return `${first} In the last part, from ${formatDate(split_date)}, it is number ${rank} of ${rows.length} with ${write(metricOf(row, 'out_of_sample', metric))}.`;
}
