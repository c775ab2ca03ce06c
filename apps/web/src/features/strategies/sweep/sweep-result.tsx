import { useState } from 'react';
import { Segmented } from '#components/ui/segmented.tsx';
import { formatDate } from '#lib/format/dates.ts';
import type { Sweep, SweepRow } from '../api/types.ts';
import { formatStatistic } from '../statistics/format-statistic.ts';
import { statisticGuides } from '../statistics/statistics-guide.ts';
import { HeatMap } from './heat-map.tsx';
import { bestRow, metricNouns, metricOf, ranksOf, type SweepMetric, sweepMetrics } from './sweep-ranks.ts';
import { SweepTable } from './sweep-table.tsx';

const metricOptions = sweepMetrics.map((value) => ({ value, label: statisticGuides[value].label }));

interface SweepResultProps {
  sweep: Sweep;
  /** The names of the ranges. */
  labels: readonly string[];
}

/** A finished sweep: the rank of the best combination in the last part, the heat map and all combinations. */
export function SweepResult({ sweep, labels }: SweepResultProps) {
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
      <p className="numeric text-sm">
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
        <p role="status" className="numeric mt-2 text-sm text-muted">
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
  const setting = labels.map((name, index) => `${name} ${row.values[index]}`).join(', ');
  const first = `${title}: ${setting} with ${write(metricOf(row, 'in_sample', metric))}.`;
  if (!split_date) return `${first} No last part was kept out of the search.`;
  const rank = ranksOf(rows, 'out_of_sample', metric).get(row) ?? null;
  if (rank === null) return `${first} In the last part it has no value.`;
  return `${first} In the last part, from ${formatDate(split_date)}, it is number ${rank} of ${rows.length} with ${write(metricOf(row, 'out_of_sample', metric))}.`;
}
