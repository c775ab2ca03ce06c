import { calculatedIndicatorRepository, type IndicatorRow, type TrackedStock } from '@stockbook/db';
import type { z } from 'zod';
import type { UserContext } from '../context.ts';
import { AppError } from '../errors.ts';
import { KeyedMutex } from '../streaming/keyed-mutex.ts';
import { OutputStream } from '../streaming/output-stream.ts';
import { findTrackedStock } from '../watch-list/find-tracked-stock.ts';
import type { CalculatedIndicator, StockIndicators, stockIndicatorsInput } from './schemas.ts';
import { type Series, writeStockIndicators } from './write-stock-indicators.ts';

type Input = z.output<typeof stockIndicatorsInput>;

/** About 5 MB of JSON. A larger response is streamed. */
const maxBufferedValues = 100_000;

/** Lines read per query: about 1 MB of values for a usual history. */
const maxLinesPerQuery = 10;

/**
 * Bounds memory: per user, one buffered and one streamed response with values at a time. Simultaneous requests of a
 * user wait for each other.
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

function presentIndicator(indicator: IndicatorRow): Omit<CalculatedIndicator, 'data'> {
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

const countLines = (indicators: readonly IndicatorRow[]) =>
  indicators.reduce((lines, { outputs }) => lines + outputs.length, 0);

/** Splits indicators into groups of at most `maxLinesPerQuery` lines; an indicator with more has its own group. */
function groupForQueries(indicators: readonly IndicatorRow[]): IndicatorRow[][] {
  const groups: IndicatorRow[][] = [];
  for (const indicator of indicators) {
    const group = groups.at(-1);
    if (group && countLines([...group, indicator]) <= maxLinesPerQuery) group.push(indicator);
    else groups.push([indicator]);
  }
  return groups;
}

/** Reads indicators with their values, group by group. Omits an indicator that was deleted meanwhile. */
async function* readSeries(
  ctx: UserContext,
  stockId: number,
  indicators: readonly IndicatorRow[],
): AsyncGenerator<Series> {
  for (const group of groupForQueries(indicators)) {
    const ids = group.map(({ id }) => id);
    const found = await calculatedIndicatorRepository.listWithValues(ctx.em, ctx.user.id, stockId, ids);
    for (const indicator of found.indicators) {
      const { outputs, values, dataStartDate } = indicator;
      const begin = dataStartDate === null ? 0 : found.dates.indexOf(dataStartDate);
      yield { head: presentIndicator(indicator), outputs, values, dates: found.dates, begin };
    }
  }
}

async function readIndicators(
  ctx: UserContext,
  stock: TrackedStock,
  { symbol, data: includesValues, ...selection }: Input,
): Promise<OutputStream> {
  const [indicators, total] = await Promise.all([
    calculatedIndicatorRepository.listOfUser(ctx.em, ctx.user.id, stock.id, selection),
    calculatedIndicatorRepository.countOfUser(ctx.em, ctx.user.id, stock.id),
  ]);
  const isBuffered = !includesValues || countLines(indicators) * stock.barCount <= maxBufferedValues;

  async function* withoutValues() {
    const empty = indicators.map((indicator) => ({ ...presentIndicator(indicator), data: [] }));
    yield JSON.stringify({ stock_symbol: symbol, indicators: empty, total } satisfies StockIndicators);
  }

  async function* withValues() {
    const leave = await ctx.indicatorReads.enter(`${ctx.user.id} ${isBuffered}`, ctx.requestId);
    try {
      const series = readSeries(ctx, stock.id, indicators);
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
