import { type IndicatorRow, indicatorRepository } from '@stockbook/db';
import type { z } from 'zod';
import type { UserContext } from '../context.ts';
import { AppError } from '../errors.ts';
import { JsonStream } from '../json-stream.ts';
import { KeyedMutex } from '../keyed-mutex.ts';
import { findTrackedStock } from '../stocks/find-tracked-stock.ts';
import type { CalculatedIndicator, StockIndicators, stockIndicatorsInput } from './schemas.ts';
import { writeStockIndicators } from './write-stock-indicators.ts';

/** About 5 MB of JSON. More is written while it is sent. */
const maxBufferedValues = 100_000;

/**
 * One response with values at a time per user, and one that is written while it is sent: each holds its values. A
 * script that reads all its stocks at once has its requests answered one after the other.
 */
export function createIndicatorReads(): KeyedMutex {
  return new KeyedMutex({
    maxWaiting: 100,
    maxWaitMs: 10_000,
    busy: () =>
      new AppError('TOO_MANY_REQUESTS', 'Your earlier requests for indicators are still being answered', {
        retryAfterS: 10,
      }),
  });
}

function present(indicator: IndicatorRow): Omit<CalculatedIndicator, 'data'> {
  return {
    id: indicator.id,
    indicator_name: indicator.indicatorName,
    indicator_function: indicator.indicatorFunction,
    calculated_at: indicator.calculatedAt.toISOString(),
    data_start_date: indicator.dataStartDate,
    data_end_date: indicator.dataEndDate,
    parameters: indicator.parameters,
  };
}

/** The caller's calculated indicators of a tracked stock, newest first. */
export async function listStockIndicators(
  ctx: UserContext,
  { symbol, data: hasData, ...selected }: z.output<typeof stockIndicatorsInput>,
): Promise<JsonStream> {
  const { stock } = await findTrackedStock(ctx, symbol);
  const { total, lines } = await indicatorRepository.countOfUser(ctx.em, ctx.user.id, stock.id, selected);
  const isBuffered = !hasData || lines * stock.barCount <= maxBufferedValues;

  async function* withoutValues() {
    const indicators = await indicatorRepository.listOfUser(ctx.em, ctx.user.id, stock.id, selected);
    const empty = indicators.map((indicator) => ({ ...present(indicator), data: [] }));
    yield JSON.stringify({ stock_symbol: symbol, indicators: empty, total } satisfies StockIndicators);
  }

  async function* withValues() {
    const leave = await ctx.indicatorReads.enter(`${ctx.user.id} ${isBuffered}`, ctx.requestId);
    try {
      const { dates, indicators } = await indicatorRepository.listWithValues(
        ctx.em,
        ctx.user.id,
        stock.id,
        selected,
      );
      const series = indicators.map((indicator) => ({
        head: present(indicator),
        outputs: indicator.outputs,
        values: indicator.values,
        begin: indicator.dataStartDate === null ? 0 : dates.indexOf(indicator.dataStartDate),
      }));
      yield* writeStockIndicators({ stock_symbol: symbol, total }, dates, series);
    } finally {
      leave();
    }
  }

  const pieces = hasData ? withValues() : withoutValues();
  const response = await (isBuffered ? JsonStream.whole(pieces) : JsonStream.start(pieces));
  ctx.adopt(response);
  return response;
}
