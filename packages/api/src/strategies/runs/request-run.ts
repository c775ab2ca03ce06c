import { createHash } from 'node:crypto';
import { type EntityManager, taskRepository } from '@stockbook/db';
import type { UserContext } from '../../context.ts';
import { AppError, fieldError } from '../../errors.ts';
import type { TaskKind } from '../../tasks/kinds.ts';
import type { BacktestSettings } from '../backtests/schemas.ts';

export const runKinds = ['run-backtest', 'run-sweep'] as const satisfies readonly TaskKind[];

/** Of one user. */
const maxActiveRuns = 2;

/** Stored runs of each kind of a strategy; the oldest are deleted. */
export const maxRunsOfStrategy = 50;

/**
 * Rejects a further run if the user has the maximum. `tx` must have locked the user's row.
 * @throws AppError CONFLICT
 */
export async function assertRunAllowed(tx: EntityManager, { user }: UserContext): Promise<void> {
  if ((await taskRepository.countActive(tx, user.id, runKinds)) < maxActiveRuns) return;
  throw new AppError('CONFLICT', 'Two of your runs are in progress. Wait until one has ended');
}

/** The subject of the task of a run: equal runs have equal ones. */
export function subjectOf(run: Readonly<Record<string, unknown>>): string {
  return createHash('sha256').update(JSON.stringify(run)).digest('hex');
}

/**
 * A purchase at the spread would already be above a smaller take-profit.
 * @throws AppError BAD_REQUEST
 */
export function assertAboveSpread(
  takeProfitPercent: number | null,
  { spread_percent: spreadPercent }: BacktestSettings,
): void {
  if (takeProfitPercent === null || takeProfitPercent > spreadPercent) return;
  throw fieldError('settings.spread_percent', 'take_profit_percent must be larger than spread_percent');
}
