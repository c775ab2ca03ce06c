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
import type { TaskBody, TaskContext } from '../tasks/run-task.ts';
import type { indicatorResult } from '../tasks/schemas.ts';
import { requestTask } from '../tasks/tasks.ts';
import { findLink } from '../watch-list/find-tracked-stock.ts';
import { indicatorValues } from './read-indicators.ts';
import { readKeptBars } from './read-series.ts';
import type { calculateInput, calculateOutput } from './schemas.ts';

/** The identity of an indicator of a user and stock. */
export type Calculation = Omit<IndicatorKey, 'userId' | 'stockId'>;

/**
 * Checks what is kept of a stock once these calculations, which are distinct, are stored.
 * @throws AppError CONFLICT
 */
async function assertIndicatorQuota(
  em: EntityManager,
  symbol: string,
  owner: Pick<IndicatorKey, 'userId' | 'stockId'>,
  calculations: readonly Calculation[],
  { indicatorsPerStock, linesPerStock }: Quotas,
): Promise<void> {
  const usage = await calculatedIndicatorRepository.readUsage(em, owner, calculations);
  const added = calculations.length - usage.storedIndicators;
  if (added > 0 && usage.otherIndicators + calculations.length > indicatorsPerStock) {
    const present = usage.otherIndicators + usage.storedIndicators;
    throw new AppError(
      'CONFLICT',
      calculations.length === 1
        ? `You have ${present} indicators of ${symbol}: no more are kept, but each can be calculated again`
        : `You have ${present} indicators of ${symbol}, and the set adds ${added}: ${indicatorsPerStock} are kept at most`,
      { isQuota: true },
    );
  }
  const lines = calculations.reduce(
    (sum, { indicatorFunction }) => sum + findIndicator(indicatorFunction).outputs.length,
    0,
  );
  if (usage.otherLines + lines > linesPerStock) {
    const [first] = calculations;
    const subject = first && calculations.length === 1 ? first.indicatorFunction : 'the set';
    throw new AppError(
      'CONFLICT',
      `Your indicators of ${symbol} would have more than ${linesPerStock} lines, the maximum: ${subject} has ${lines}`,
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
  const indicatorName = input.indicator_name ?? definition.name;
  const calculation = { indicatorFunction: definition.function, indicatorName, parameters };
  const symbol = await assertCalculable(ctx, input.stock_symbol, [calculation]);
  const payload = { symbol, ...calculation };
  const taskId = await requestTask(ctx, {
    kind: 'calculate-indicator',
    subject: JSON.stringify(payload),
    payload,
    message: `Calculating ${indicatorName}...`,
  });
  return {
    task_id: taskId,
    message: `Calculating ${indicatorName}`,
    stock_symbol: symbol,
    ta_indicator: definition.function,
    indicator_name: indicatorName,
  };
}

/**
 * Rejects calculations, which are distinct, that a task could not carry out.
 * @returns the symbol of the stock
 * @throws IndicatorError if a function, a parameter or the number of bars is not valid
 * @throws AppError NOT_FOUND if the caller does not track the stock, CONFLICT if a quota is exceeded
 */
export async function assertCalculable(
  ctx: UserContext,
  requestedSymbol: string,
  calculations: readonly Calculation[],
): Promise<string> {
  const {
    stock: { id: stockId, symbol, barCount },
  } = await findLink(ctx, requestedSymbol);
  for (const { indicatorFunction, parameters } of calculations) {
    const definition = findIndicator(indicatorFunction);
    checkParameters(definition, parameters);
    // Without bars, their download may be running: the task checks again.
    if (barCount > 0) checkBarCount(definition, parameters, barCount);
  }
  const owner = { userId: ctx.user.id, stockId };
  await assertIndicatorQuota(ctx.em, symbol, owner, calculations, ctx.services.quotas);
  return symbol;
}

/** Job handler: stores the indicator and ends the task in one transaction. */
export const calculateIndicatorTask = (async (ctx, { symbol, ...calculation }) => {
  const { indicatorName } = calculation;
  await storeIndicators(ctx, { symbol, name: indicatorName, calculations: [calculation] }, (tx, [result]) =>
    taskRepository.finish(
      tx,
      ctx.taskId,
      { status: 'SUCCESS', message: `${indicatorName} was calculated`, result: { ...result } },
      ctx.services.clock(),
    ),
  );
  return 'ended';
}) satisfies TaskBody<'calculate-indicator'>;

/** Calculations of one stock that are stored together. */
interface Batch {
  readonly symbol: string;
  /** In the progress: the indicator's or the set's. */
  readonly name: string;
  /** Distinct. */
  readonly calculations: readonly Calculation[];
}

type StoredIndicator = z.infer<typeof indicatorResult>;

/** @param indicators in the order of the calculations */
type OnStored = (tx: EntityManager, indicators: readonly StoredIndicator[]) => Promise<unknown>;

/**
 * Calculates indicators from all bars and stores them in one transaction, replacing earlier results of the same
 * calculations, unless the task was cancelled meanwhile. Locks only to write; if the bars have changed by then, it
 * calculates again.
 * @param onStored runs in the transaction that stores the indicators
 */
export async function storeIndicators(ctx: TaskContext, batch: Batch, onStored: OnStored): Promise<void> {
  const { symbol, name, calculations } = batch;
  for (let count = 0; count < maxCalculations; count += 1) {
    const target = await userStockRepository.findForCalculation(ctx.em, ctx.userId, symbol);
    if (!target) throw notTracked(symbol);
    const bars = await readKeptBars(ctx, target);
    const values: IndicatorValues[] = [];
    const progress = () => ({
      message: `Calculating ${name}...`,
      current: values.length + 1,
      total: calculations.length + 1,
    });
    await reportIfSlow(ctx, progress, async () => {
      for (const { indicatorFunction, parameters } of calculations) {
        values.push(await indicatorValues(indicatorFunction, parameters, bars, ctx.userId));
      }
    });
    if (await storeUnlessChanged(ctx, batch, target, values, onStored)) return;
  }
  throw new AppError('SERVICE_UNAVAILABLE', `The prices of ${symbol} keep changing. Try again shortly.`);
}

/** Reports the progress only if `work` takes long: most calculations take less time than a report. */
async function reportIfSlow(
  { report, services: { log } }: TaskContext,
  progress: () => Progress,
  work: () => Promise<void>,
): Promise<void> {
  const timer = setTimeout(() => {
    report(progress()).catch((err) => log.warn({ err }, 'failed to store the progress of a calculation'));
  }, slowAfterMs);
  try {
    await work();
  } finally {
    clearTimeout(timer);
  }
}

function notTracked(symbol: string): AppError {
  return new AppError('NOT_FOUND', `${symbol} is no longer on your watch list`);
}

/**
 * @param values in the order of the calculations
 * @returns false, without writing, if the bars have changed since their revision was read
 */
async function storeUnlessChanged(
  { em, taskId, userId, services: { quotas, clock } }: TaskContext,
  { symbol, calculations }: Batch,
  { stockId, barsRevision }: CalculationTarget,
  values: readonly IndicatorValues[],
  onStored: OnStored,
): Promise<boolean> {
  return em.transactional(async (tx) => {
    await userRepository.lockForUpdate(tx, userId);
    if (!(await taskRepository.lockIfActive(tx, taskId))) return true;
    const locked = await userStockRepository.lockForCalculation(tx, userId, symbol);
    if (!locked) throw notTracked(symbol);
    if (locked.stockId !== stockId || locked.barsRevision !== barsRevision) return false;

    const owner = { userId, stockId };
    // Check again: simultaneous requests may all have passed the check of `assertCalculable`.
    await assertIndicatorQuota(tx, symbol, owner, calculations, quotas);
    const now = clock();
    const stored: StoredIndicator[] = [];
    for (const [index, calculation] of calculations.entries()) {
      const result = values[index];
      if (!result) throw new Error('A calculation has no values');
      const key = { ...owner, ...calculation };
      stored.push({
        indicator_id: await calculatedIndicatorRepository.save(tx, randomUUID(), key, result, now),
        indicator_name: calculation.indicatorName,
        rows: result.values.length / result.outputs.length,
      });
    }
    await onStored(tx, stored);
    return true;
  });
}
