import { type SweepRow, sweepRepository } from '@stockbook/db';
import { z } from 'zod';
import type { UserContext } from '../../context.ts';
import { notFound } from '../../errors.ts';
import { isUuid } from '../../primitives.ts';
import type { OutputStream } from '../../streaming/output-stream.ts';
import { streamList } from '../../streaming/stream-list.ts';
import { backtestSettings } from '../backtests/schemas.ts';
import { requestRun } from '../runs/request-run.ts';
import { findStrategy } from '../strategies.ts';
import {
  countCombinations,
  type ListedSweep,
  type listSweepsInput,
  ranges,
  type runSweepInput,
  type Sweep,
  type startedSweep,
  type sweepInput,
  type sweepList,
  sweepRow,
} from './schemas.ts';
import { assertSweepable } from './sweep-values.ts';

/**
 * Requests a sweep. An equal one in progress is returned instead.
 * @throws AppError NOT_FOUND, BAD_REQUEST if the strategy cannot be run or a range is not valid, CONFLICT if two runs
 *   are in progress
 */
export async function runSweep(
  ctx: UserContext,
  { strategyId, ranges, settings, out_of_sample_percent: outOfSamplePercent }: z.output<typeof runSweepInput>,
): Promise<z.infer<typeof startedSweep>> {
  const { id, taskId, message } = await requestRun(ctx, {
    kind: 'run-sweep',
    noun: 'sweep',
    strategyId,
    settings,
    parameters: { ranges, outOfSamplePercent },
    payloadOf: (sweepId) => ({ sweepId }),
    assertRunnable: (rules) => assertSweepable(rules, ranges, settings),
    add: (tx, run, maximum) => sweepRepository.add(tx, { ...run, ranges, outOfSamplePercent }, maximum),
    findIdByTask: sweepRepository.findIdByTask,
  });
  return { task_id: taskId, sweep_id: id, message };
}

/**
 * Lists the sweeps of a strategy of the caller, newest first.
 * @throws AppError NOT_FOUND
 */
export async function listSweeps(
  { em, user }: UserContext,
  { strategyId, limit, offset }: z.output<typeof listSweepsInput>,
): Promise<z.infer<typeof sweepList>> {
  await findStrategy(em, user.id, strategyId);
  const rows = await sweepRepository.listOfStrategy(em, strategyId, { limit, offset });
  const total = await sweepRepository.countOfStrategy(em, strategyId);
  return { sweeps: rows.map(presentSweep), total };
}

/**
 * Returns a sweep of the caller with its rows, as the user's only large output at that time.
 * @throws AppError NOT_FOUND, TOO_MANY_REQUESTS
 */
export function getSweep(ctx: UserContext, { sweepId }: z.output<typeof sweepInput>): Promise<OutputStream> {
  return streamList(ctx, async (): Promise<Sweep> => {
    const sweep = isUuid(sweepId) && (await sweepRepository.findOfUser(ctx.em, ctx.user.id, sweepId));
    if (!sweep) throw notFound('Sweep');
    return { ...presentSweep(sweep), rows: z.array(sweepRow).parse(sweep.rows ?? []) };
  });
}

/** Maps a sweep to its API shape. */
function presentSweep(row: SweepRow): ListedSweep {
  const status = row.task?.status ?? (row.rows ? 'SUCCESS' : 'FAILURE');
  const parsedRanges = ranges.parse(row.ranges);
  return {
    id: row.id,
    strategy_id: row.strategy.id,
    task_id: row.task?.id ?? null,
    status,
    error: status === 'FAILURE' ? (row.task?.message ?? null) : null,
    rules: row.rules,
    ranges: parsedRanges,
    settings: backtestSettings.parse(row.settings),
    out_of_sample_percent: row.outOfSamplePercent,
    split_date: row.splitDate,
    total: countCombinations(parsedRanges),
    created_at: row.createdAt.toISOString(),
  };
}
