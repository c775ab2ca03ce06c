import { randomUUID } from 'node:crypto';
import {
  barRepository,
  type EntityManager,
  type IndicatorKey,
  indicatorRepository,
  watchListRepository,
} from '@stockbook/db';
import { checkBarCount, checkParameters, findIndicator } from '@stockbook/indicators';
import type { z } from 'zod';
import type { UserContext } from '../context.ts';
import { AppError } from '../errors.ts';
import { findTrackedStock } from '../stocks/find-tracked-stock.ts';
import { requestTask } from '../tasks/request-task.ts';
import type { TaskBody } from '../tasks/run-task.ts';
import { indicatorValues } from './indicator-values.ts';
import type { calculateInput, calculateOutput } from './schemas.ts';

/** As many indicators of a stock does a user have: all of them are made anew with its bars, and listed together. */
const mostIndicators = 100;

async function requireRoom(em: EntityManager, symbol: string, key: IndicatorKey): Promise<void> {
  if (await indicatorRepository.hasRoomFor(em, key, mostIndicators)) return;
  throw new AppError(
    'CONFLICT',
    `You have ${mostIndicators} indicators of ${symbol}: no more are kept, but each can be calculated again`,
  );
}

/** Asks for an indicator. What can be known to be wrong now is refused now. */
export async function calculateIndicator(
  ctx: UserContext,
  input: z.output<typeof calculateInput>,
): Promise<z.infer<typeof calculateOutput>> {
  const definition = findIndicator(input.ta_indicator);
  const parameters = checkParameters(definition, input.parameters);
  const { stock } = await findTrackedStock(ctx, input.stock_symbol);
  // Where there are no bars yet they may be on their way: the task will tell.
  if (stock.barCount > 0) checkBarCount(definition, parameters, stock.barCount);
  const indicatorName = input.indicator_name ?? definition.name;
  const calculation = { indicatorFunction: definition.function, indicatorName, parameters };
  await requireRoom(ctx.em, stock.symbol, { userId: ctx.user.id, stockId: stock.id, ...calculation });
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

/** The job: calculates over all bars and keeps the result, in place of the earlier one of the same calculation. */
export const calculateIndicatorTask: TaskBody<'calculate-indicator'> = async (ctx, payload) => {
  const { symbol, indicatorFunction, indicatorName, parameters } = payload;
  const message = `Calculating ${indicatorName}...`;
  await ctx.report({ message, current: 0, total: 2 });
  return ctx.em.transactional(async (tx) => {
    // Link and stock stay locked until the result is kept: neither can go, nor can the bars change, meanwhile.
    const link = await watchListRepository.findForCalculation(tx, ctx.userId, symbol);
    if (!link) throw new AppError('NOT_FOUND', `${symbol} is no longer on your watch list`);
    const key = { userId: ctx.userId, stockId: link.stockId, indicatorFunction, indicatorName, parameters };
    // Once more: others may have been asked for together with this one.
    await requireRoom(tx, symbol, key);
    const bars = await barRepository.readColumns(tx, link.stockId);
    await ctx.report({ message, current: 1, total: 2 });
    const result = await indicatorValues(indicatorFunction, parameters, bars);
    const id = await indicatorRepository.save(tx, randomUUID(), key, result, ctx.clock());
    return {
      message: `${indicatorName} was calculated`,
      result: {
        indicator_id: id,
        indicator_name: indicatorName,
        rows: result.values.length / result.outputs.length,
      },
    };
  });
};
