import type { BacktestRow } from '@stockbook/db';
import { backtestSettings, backtestSummary, type ListedBacktest } from './schemas.ts';

/** Maps a backtest to its API shape. */
export function presentBacktest(row: BacktestRow): ListedBacktest {
  const status = row.taskStatus ?? (row.summary ? 'SUCCESS' : 'FAILURE');
  return {
    id: row.id,
    strategy_id: row.strategyId,
    task_id: row.taskId,
    rules: row.rules,
    settings: backtestSettings.parse(row.settings),
    status,
    error: status === 'FAILURE' ? row.taskMessage : null,
    created_at: row.createdAt.toISOString(),
    is_stale: row.isStale,
    summary: row.summary && backtestSummary.parse(row.summary),
    skipped: [...(row.skipped ?? [])],
  };
}
