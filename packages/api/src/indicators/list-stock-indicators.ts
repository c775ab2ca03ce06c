import { calculatedIndicatorRepository, type IndicatorRow } from '@stockbook/db';
import type { z } from 'zod';
import type { UserContext } from '../context.ts';
import { AppError } from '../errors.ts';
import { JsonStream } from '../streaming/json-stream.ts';
import { KeyedMutex } from '../streaming/keyed-mutex.ts';
import { findTrackedStock } from '../watch-list/find-tracked-stock.ts';
import type { CalculatedIndicator, StockIndicators, stockIndicatorsInput } from './schemas.ts';
import { type Series, writeStockIndicators } from './write-stock-indicators.ts';

/** About 5 MB of JSON. More is written while it is sent. */
const maxBufferedValues = 100_000;

/** About 1 MB of values of a usual history. More of them are read while the response is sent. */
const linesPerStatement = 10;

/**
 * One response with values at a time per user, and one that is written while it is sent. A script that reads all its
 * stocks at once has its requests answered one after the other.
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

const countLines = (indicators: readonly IndicatorRow[]) =>
  indicators.reduce((lines, { outputs }) => lines + outputs.length, 0);

/** Runs of indicators that have a statement's lines together. */
function inStatements(indicators: readonly IndicatorRow[]): IndicatorRow[][] {
  const groups: IndicatorRow[][] = [];
  for (const indicator of indicators) {
    const group = groups.at(-1);
    if (group && countLines([...group, indicator]) <= linesPerStatement) group.push(indicator);
    else groups.push([indicator]);
  }
  return groups;
}

/** Indicators with their values, read while they are written. One that is deleted meanwhile is left out. */
async function* readSeries(
  ctx: UserContext,
  stockId: number,
  indicators: readonly IndicatorRow[],
): AsyncGenerator<Series> {
  for (const group of inStatements(indicators)) {
    const ids = group.map(({ id }) => id);
    const found = await calculatedIndicatorRepository.listWithValues(ctx.em, ctx.user.id, stockId, ids);
    for (const indicator of found.indicators) {
      const { outputs, values, dataStartDate } = indicator;
      const begin = dataStartDate === null ? 0 : found.dates.indexOf(dataStartDate);
      yield { head: present(indicator), outputs, values, dates: found.dates, begin };
    }
  }
}

/** The caller's calculated indicators of a tracked stock, newest first. */
export async function listStockIndicators(
  ctx: UserContext,
  { symbol, data: hasData, ...selected }: z.output<typeof stockIndicatorsInput>,
): Promise<JsonStream> {
  const { stock } = await findTrackedStock(ctx, symbol);
  const [indicators, total] = await Promise.all([
    calculatedIndicatorRepository.listOfUser(ctx.em, ctx.user.id, stock.id, selected),
    calculatedIndicatorRepository.countOfUser(ctx.em, ctx.user.id, stock.id),
  ]);
  const isBuffered = !hasData || countLines(indicators) * stock.barCount <= maxBufferedValues;

  async function* withoutValues() {
    const empty = indicators.map((indicator) => ({ ...present(indicator), data: [] }));
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

  const pieces = hasData ? withValues() : withoutValues();
  const response = await (isBuffered ? JsonStream.whole(pieces) : JsonStream.start(pieces));
  ctx.adopt(response);
  return response;
}
