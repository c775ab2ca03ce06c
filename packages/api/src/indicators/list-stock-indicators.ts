import { calculatedIndicatorRepository, type TrackedStock } from '@stockbook/db';
import type { z } from 'zod';
import type { UserContext } from '../context.ts';
import { OutputStream } from '../streaming/output-stream.ts';
import { findTrackedStock } from '../watch-list/find-tracked-stock.ts';
import { isSmall, presentIndicator, readSeries } from './read-series.ts';
import type { StockIndicators, stockIndicatorsInput } from './schemas.ts';
import { writeStockIndicators } from './write-stock-indicators.ts';

type Input = z.output<typeof stockIndicatorsInput>;

async function readIndicators(
  ctx: UserContext,
  stock: TrackedStock,
  { symbol, data: includesValues, ...selection }: Input,
): Promise<OutputStream> {
  const [indicators, total] = await Promise.all([
    calculatedIndicatorRepository.listOfUser(ctx.em, ctx.user.id, stock.id, selection),
    calculatedIndicatorRepository.countOfUser(ctx.em, ctx.user.id, stock.id),
  ]);
  const isBuffered = !includesValues || isSmall(indicators, stock.barCount);

  async function* withoutValues() {
    const empty = indicators.map((indicator) => ({ ...presentIndicator(indicator), data: [] }));
    yield JSON.stringify({ stock_symbol: symbol, indicators: empty, total } satisfies StockIndicators);
  }

  async function* withValues() {
    const leave = await ctx.largeReads.enter(`${ctx.user.id} ${isBuffered}`, ctx.requestId);
    try {
      const series = readSeries(ctx.em, ctx.user.id, stock.id, indicators);
      yield* writeStockIndicators({ stock_symbol: symbol, total }, series);
    } finally {
      leave();
    }
  }

  const pieces = includesValues ? withValues() : withoutValues();
  const response = await (isBuffered ? OutputStream.whole(pieces) : OutputStream.start(pieces));
  ctx.adopt(response);
  return response;
}

/**
 * Lists the caller's calculated indicators of a tracked stock, newest first, as a stream of JSON.
 * @throws AppError NOT_FOUND if the caller does not track the stock, TOO_MANY_REQUESTS
 */
export async function listStockIndicators(ctx: UserContext, input: Input) {
  const stock = await findTrackedStock(ctx, input.symbol);
  const revision = await calculatedIndicatorRepository.readRevision(ctx.database, ctx.user.id, stock.id);
  // The stock stands for its bars, whose dates the response contains.
  return ctx.cached([stock, revision, input], () => readIndicators(ctx, stock, input));
}
