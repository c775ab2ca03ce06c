import { cn } from '#lib/cn.ts';
import type { SweepRow } from '../api/types.ts';
import { formatStatistic } from '../statistics/format-statistic.ts';
import { statisticGuides } from '../statistics/statistics-guide.ts';
import { metricOf, type SweepMetric, type SweepPart } from './sweep-ranks.ts';

/** The share of the colour in the cell of the best and the worst value: more would hide the text. */
const maxTintPercent = 38;

interface HeatMapProps {
  rows: readonly SweepRow[];
  /** The names of the ranges: of the rows, then of the columns. */
  labels: readonly string[];
  part: SweepPart;
  metric: SweepMetric;
  best: SweepRow | undefined;
  /** The combination that is described. */
  chosen: SweepRow | undefined;
  onChoose: (row: SweepRow) => void;
}

/** The results of two parameters as a table whose cells are coloured by their value. */
export function HeatMap({ rows, labels, part, metric, best, chosen, onChoose }: HeatMapProps) {
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
