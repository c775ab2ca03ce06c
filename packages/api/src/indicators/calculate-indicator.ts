import { randomUUID } from 'node:crypto';
import {
  type CalculationTarget,
  calculatedIndicatorRepository,
  type EntityManager,
  type IndicatorKey,
  type IndicatorValues,
  type Progress,
  taskRepository,
  userRepository,
  userStockRepository,
} from '@stockbook/db';
import { checkBarCount, checkParameters, findIndicator } from '@stockbook/indicators';
import type { z } from 'zod';
import type { UserContext } from '../context.ts';
import { AppError } from '../errors.ts';
import type { Quotas } from '../quotas/quotas.ts';
import type { TaskPayload } from '../tasks/kinds.ts';
import type { TaskBody, TaskContext } from '../tasks/run-task.ts';
import { requestTask } from '../tasks/tasks.ts';
import { findLink } from '../watch-list/find-tracked-stock.ts';
import { indicatorValues } from './read-indicators.ts';
import { readKeptBars } from './read-series.ts';
import type { calculateInput, calculateOutput } from './schemas.ts';

async function assertIndicatorQuota(
  em: EntityManager,
  symbol: string,
  key: IndicatorKey,
  { indicatorsPerStock, linesPerStock }: Quotas,
): Promise<void> {
  const usage = await calculatedIndicatorRepository.readUsage(em, key);
  if (!usage.isStored && usage.otherIndicators >= indicatorsPerStock) {
    throw new AppError(
      'CONFLICT',
      `You have ${indicatorsPerStock} indicators of ${symbol}: no more are kept, but each can be calculated again`,
      { isQuota: true },
    );
  }
  const lines = findIndicator(key.indicatorFunction).outputs.length;
  if (usage.otherLines + lines > linesPerStock) {
    throw new AppError(
      'CONFLICT',
      `Your indicators of ${symbol} would have more than ${linesPerStock} lines, the maximum: ` +
        `${key.indicatorFunction} has ${lines}`,
      { isQuota: true },
    );
  }
}

/** Attempts of one calculation. It is repeated only if the bars changed meanwhile, and refreshes are minutes apart. */
const maxCalculations = 3;

const slowAfterMs = 250;

/**
 * Requests the calculation of an indicator of a tracked stock. Invalid input is rejected here rather than in the task.
 * @throws IndicatorError if the function, a parameter or the number of bars is not valid
 * @throws AppError NOT_FOUND if the caller does not track the stock, CONFLICT if a quota is exceeded
 */
export async function calculateIndicator(
  ctx: UserContext,
  input: z.output<typeof calculateInput>,
): Promise<z.infer<typeof calculateOutput>> {
  const definition = findIndicator(input.ta_indicator);
  const parameters = checkParameters(definition, input.parameters);
  const { stock } = await findLink(ctx, input.stock_symbol);
  // Without bars, their download may be running: the task checks again.
  if (stock.barCount > 0) checkBarCount(definition, parameters, stock.barCount);
  const indicatorName = input.indicator_name ?? definition.name;
  const calculation = { indicatorFunction: definition.function, indicatorName, parameters };
  const key = { userId: ctx.user.id, stockId: stock.id, ...calculation };
  await assertIndicatorQuota(ctx.em, stock.symbol, key, ctx.services.quotas);
  const payload = { symbol: stock.symbol, ...calculation };
  const taskId = await requestTask(ctx, {
    kind: 'calculate-indicator',
    subject: JSON.stringify(payload),
    payload,
    message: `Calculating ${indicatorName}...`,
  });
  return {
    task_id: taskId,
    message: `Calculating ${indicatorName}`,
    stock_symbol: stock.symbol,
    ta_indicator: definition.function,
    indicator_name: indicatorName,
  };
}

/** Job handler: stores the indicator and ends the task in one transaction. */
export const calculateIndicatorTask = (async (ctx, payload) => {
  const message = `${payload.indicatorName} was calculated`;
  await storeIndicator(ctx, payload, (tx, result) =>
    taskRepository.finish(tx, ctx.taskId, { status: 'SUCCESS', message, result }, ctx.services.clock()),
  );
  return 'ended';
}) satisfies TaskBody<'calculate-indicator'>;

/**
 * Calculates the indicator from all bars and stores it, replacing an earlier result of the same calculation, unless
 * the task was cancelled meanwhile. Locks only to write; if the bars have changed by then, it calculates again.
 * @param onStored runs in the transaction that stores the indicator
 */
export async function storeIndicator(
  ctx: TaskContext,
  payload: TaskPayload<'calculate-indicator'>,
  onStored: (tx: EntityManager, result: Record<string, unknown>) => Promise<unknown>,
): Promise<void> {
  const { symbol, indicatorFunction, indicatorName, parameters } = payload;
  const progress = { message: `Calculating ${indicatorName}...`, current: 1, total: 2 };
  for (let count = 0; count < maxCalculations; count += 1) {
    const target = await userStockRepository.findForCalculation(ctx.em, ctx.userId, symbol);
    if (!target) throw notTracked(symbol);
    const bars = await readKeptBars(ctx, target);
    const values = await reportIfSlow(ctx, progress, () =>
      indicatorValues(indicatorFunction, parameters, bars, ctx.userId),
    );
    if (await storeUnlessChanged(ctx, payload, target, values, onStored)) return;
  }
  throw new AppError('SERVICE_UNAVAILABLE', `The prices of ${symbol} keep changing. Try again shortly.`);
}

/** Reports the progress only if `work` takes long: most calculations take less time than a report. */
async function reportIfSlow<Result>(
  { report, services: { log } }: TaskContext,
  progress: Progress,
  work: () => Promise<Result>,
): Promise<Result> {
  const timer = setTimeout(() => {
    report(progress).catch((err) => log.warn({ err }, 'failed to store the progress of a calculation'));
  }, slowAfterMs);
  try {
    return await work();
  } finally {
    clearTimeout(timer);
  }
}

function notTracked(symbol: string): AppError {
  return new AppError('NOT_FOUND', `${symbol} is no longer on your watch list`);
}

/** @returns false, without writing, if the bars have changed since their revision was read */
async function storeUnlessChanged(
  { em, taskId, userId, services: { quotas, clock } }: TaskContext,
  { symbol, indicatorFunction, indicatorName, parameters }: TaskPayload<'calculate-indicator'>,
  { stockId, barsRevision }: CalculationTarget,
  values: IndicatorValues,
  onStored: Parameters<typeof storeIndicator>[2],
): Promise<boolean> {
  return em.transactional(async (tx) => {
    await userRepository.lockForUpdate(tx, userId);
    if (!(await taskRepository.lockIfActive(tx, taskId))) return true;
    const locked = await userStockRepository.lockForCalculation(tx, userId, symbol);
    if (!locked) throw notTracked(symbol);
    if (locked.stockId !== stockId || locked.barsRevision !== barsRevision) return false;

    const key = { userId, stockId, indicatorFunction, indicatorName, parameters };
    // Check again: simultaneous requests may all have passed the check in `calculateIndicator`.
    await assertIndicatorQuota(tx, symbol, key, quotas);
    await onStored(tx, {
      indicator_id: await calculatedIndicatorRepository.save(tx, randomUUID(), key, values, clock()),
      indicator_name: indicatorName,
      rows: values.values.length / values.outputs.length,
    });
    return true;
  });
}
