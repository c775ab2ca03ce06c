import {
  type BacktestRow,
  backtestRepository,
  type EntityManager,
  type NewBacktestResult,
  taskRepository,
  userRepository,
} from '@stockbook/db';
import { combinedStatistics } from '@stockbook/rules/simulate';
import type { z } from 'zod';
import type { UserContext } from '../../context.ts';
import { notFound } from '../../errors.ts';
import { isUuid } from '../../primitives.ts';
import { assertAboveSpread, requestRun } from '../runs/request-run.ts';
import { findStrategy } from '../strategies.ts';
import { medianSymbol, readCombined } from './combined.ts';
import {
  type Backtest,
  type BacktestSettings,
  type backtestInput,
  type backtestList,
  backtestResult,
  backtestSettings,
  backtestSummary,
  combinedBacktest,
  type ListedBacktest,
  type listBacktestsInput,
  type runBacktestInput,
  type startedBacktest,
} from './schemas.ts';

/**
 * Requests a backtest. An equal one in progress is returned instead.
 * @throws AppError NOT_FOUND, BAD_REQUEST if the strategy cannot be run, CONFLICT if two runs are in progress
 */
export async function runBacktest(
  ctx: UserContext,
  { strategyId, settings }: z.output<typeof runBacktestInput>,
): Promise<z.infer<typeof startedBacktest>> {
  const { id, taskId, message } = await requestRun(ctx, {
    kind: 'run-backtest',
    noun: 'backtest',
    strategyId,
    settings,
    parameters: {},
    payloadOf: (backtestId) => ({ backtestId }),
    assertRunnable: ({ limits }) => assertAboveSpread(limits.take_profit_percent, settings),
    add: backtestRepository.add,
    findIdByTask: backtestRepository.findIdByTask,
  });
  return { task_id: taskId, backtest_id: id, message };
}

/**
 * Lists the backtests of a strategy of the caller, newest first.
 * @throws AppError NOT_FOUND
 */
export async function listBacktests(
  { em, user }: UserContext,
  { strategyId, limit, offset }: z.output<typeof listBacktestsInput>,
): Promise<z.infer<typeof backtestList>> {
  await findStrategy(em, user.id, strategyId);
  const rows = await backtestRepository.listOfStrategy(em, strategyId, { limit, offset });
  const total = await backtestRepository.countOfStrategy(em, strategyId);
  return { backtests: rows.map(presentBacktest), total };
}

/**
 * Returns a backtest of the caller with its results.
 * @throws AppError NOT_FOUND
 */
export async function getBacktest(
  { em, user }: Pick<UserContext, 'em' | 'user'>,
  { backtestId }: z.output<typeof backtestInput>,
): Promise<Backtest> {
  const found = await findBacktest(em, user.id, backtestId);
  const backtest = presentBacktest(found);
  const rows = await backtestRepository.listResults(em, backtestId);
  const results = rows.map((row) => {
    const { startDate, endDate, droppedOrders, ...result } = row;
    return backtestResult.parse({
      ...result,
      start: startDate,
      end: endDate,
      dropped_orders: droppedOrders,
      warnings: [...row.warnings, ...partlyDropped(row, backtest.settings)],
    });
  });
  // Runs of earlier versions have none stored.
  const combined =
    rows.length === 0
      ? null
      : (found.combined ??
        combinedStatistics(await readCombined(em, backtestId, rows, backtest.settings.cash)));
  return {
    ...backtest,
    results,
    combined: combined && combinedBacktest.parse(combined),
    median_symbol: medianSymbol(results),
  };
}

/** Not stored: backtests of earlier versions have no such warning. */
function partlyDropped(
  { droppedOrders, tradeCount }: Pick<NewBacktestResult, 'droppedOrders' | 'tradeCount'>,
  { fractional }: BacktestSettings,
): string[] {
  // Without a trade, the stored warnings name the cash.
  if (droppedOrders === 0 || tradeCount === 0) return [];
  const count = (number: number) => number.toLocaleString('en-US');
  const dropped = `${count(droppedOrders)} of ${count(droppedOrders + tradeCount)} purchases`;
  const sentence = `${dropped} ${droppedOrders === 1 ? 'was' : 'were'} dropped: the cash did not buy one share.`;
  // With fractions of shares, only a fixed commission uses up the cash.
  return [fractional ? sentence : `${sentence} Turn on Fractions of shares.`];
}

/**
 * Deletes a backtest of the caller. One in progress ends.
 * @returns the backtest as it was
 * @throws AppError NOT_FOUND
 */
export async function deleteBacktest(
  { em, user, services: { clock } }: UserContext,
  { backtestId }: z.output<typeof backtestInput>,
): Promise<Backtest> {
  return em.fork().transactional(async (tx) => {
    await userRepository.lockForUpdate(tx, user.id);
    const backtest = await getBacktest({ em: tx, user }, { backtestId });
    const taskIds = backtest.task_id === null ? [] : [backtest.task_id];
    await taskRepository.cancel(tx, taskIds, 'The backtest was deleted', clock());
    await backtestRepository.remove(tx, user.id, backtestId);
    return backtest;
  });
}

/** @throws AppError NOT_FOUND */
export async function findBacktest(em: EntityManager, userId: string, id: string): Promise<BacktestRow> {
  const backtest = isUuid(id) && (await backtestRepository.findOfUser(em, userId, id));
  if (!backtest) throw notFound('Backtest');
  return backtest;
}

/** Maps a backtest to its API shape. */
function presentBacktest(row: BacktestRow): ListedBacktest {
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
