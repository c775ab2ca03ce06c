import type { SweepRow } from '@stockbook/db';
import { backtestSettings } from '../backtests/schemas.ts';
import { countCombinations, type ListedSweep, ranges } from './schemas.ts';

/** Maps a sweep to its API shape. */
export function presentSweep(row: SweepRow): ListedSweep {
  const status = row.task?.status ?? (row.rows ? 'SUCCESS' : 'FAILURE');
  const rangesOut = ranges.parse(row.ranges);
  return {
    id: row.id,
    strategy_id: row.strategy.id,
    task_id: row.task?.id ?? null,
    status,
    error: status === 'FAILURE' ? (row.task?.message ?? null) : null,
    rules: row.rules,
    ranges: rangesOut,
    settings: backtestSettings.parse(row.settings),
    out_of_sample_percent: row.outOfSamplePercent,
    split_date: row.splitDate,
    total: countCombinations(rangesOut),
    created_at: row.createdAt.toISOString(),
  };
}
