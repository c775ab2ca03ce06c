import {
  calculatedIndicatorRepository,
  type EntityManager,
  type IndicatorRow,
  type IndicatorValues,
  type TrackedStock,
} from '@stockbook/db';
import { calculateInThread, catalogue, type SeriesColumns } from '@stockbook/indicators';
import type { z } from 'zod';
import type { UserContext } from '../context.ts';
import { OutputStream } from '../streaming/output-stream.ts';
import { findTrackedStock } from '../watch-list/find-tracked-stock.ts';
import { isSmall, presentIndicator, readSeries, type Series } from './read-series.ts';
import type {
  indicatorCatalogue,
  indicatorsCsvInput,
  StockIndicators,
  stockIndicatorsInput,
} from './schemas.ts';
import { writeIndicatorsCsv, writeStockIndicators } from './write-indicators.ts';

const indicators = catalogue.map((definition) => ({
  name: definition.name,
  function: definition.function,
  description: definition.description,
  defaultParams: Object.fromEntries(
    definition.parameters.map((parameter) => [parameter.name, parameter.default]),
  ),
  parameters: definition.parameters.map((parameter) => ({ ...parameter })),
  inputs: [...definition.inputs],
  outputs: [...definition.outputs],
  unit: definition.unit,
  overlay: definition.overlay,
  group: definition.group,
}));

/** Lists the indicators that can be calculated, the eight presets first. */
export function listCatalogue(): z.infer<typeof indicatorCatalogue> {
  return { indicators, total: indicators.length };
}

type ListInput = z.output<typeof stockIndicatorsInput>;

async function readIndicators(
  ctx: UserContext,
  stock: TrackedStock,
  { symbol, data: includesValues, ...selection }: ListInput,
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
    const leave = await ctx.services.largeReads.enter(`${ctx.user.id} ${isBuffered}`, ctx.requestId);
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
export async function listStockIndicators(ctx: UserContext, input: ListInput) {
  const stock = await findTrackedStock(ctx, input.symbol);
  const revision = await calculatedIndicatorRepository.readRevision(
    ctx.services.database,
    ctx.user.id,
    stock.id,
  );
  // The stock stands for its bars, whose dates the response contains.
  return ctx.cached([stock, revision, input], () => readIndicators(ctx, stock, input));
}

/** A row of CSV needs all lines at once, and the same dates for all: one snapshot of 8 bytes a value. */
function readSnapshot(
  em: EntityManager,
  userId: string,
  stockId: number,
  indicators: readonly IndicatorRow[],
): Promise<Series[]> {
  return em.fork().transactional(
    async (tx) => {
      const all: Series[] = [];
      for await (const series of readSeries(tx, userId, stockId, indicators)) {
        all.push({ ...series, dates: all[0]?.dates ?? series.dates });
      }
      return all;
    },
    { isolationLevel: 'repeatable read', readOnly: true },
  );
}

type CsvInput = z.output<typeof indicatorsCsvInput>;

async function startCsv(ctx: UserContext, stock: TrackedStock, { ids }: CsvInput): Promise<OutputStream> {
  const { em, user } = ctx;
  const selection = ids === undefined ? {} : { ids };
  const indicators = await calculatedIndicatorRepository.listOfUser(em, user.id, stock.id, selection);
  const isBuffered = isSmall(indicators, stock.barCount);

  async function* write() {
    const leave = await ctx.services.largeReads.enter(`${user.id} ${isBuffered}`, ctx.requestId);
    try {
      const heads = indicators.map((row) => ({ head: presentIndicator(row), outputs: row.outputs }));
      yield* writeIndicatorsCsv(heads, () => readSnapshot(em, user.id, stock.id, indicators));
    } finally {
      leave();
    }
  }

  const response = await (isBuffered
    ? OutputStream.whole(write(), 'csv')
    : OutputStream.start(write(), 'csv'));
  ctx.adopt(response);
  return response;
}

/**
 * Writes the caller's calculated indicators of a tracked stock as CSV: a column for each line, a row for each date.
 * @throws AppError NOT_FOUND if the caller does not track the stock, TOO_MANY_REQUESTS
 */
export async function getIndicatorsAsCsv(ctx: UserContext, input: CsvInput) {
  const stock = await findTrackedStock(ctx, input.symbol);
  const revision = await calculatedIndicatorRepository.readRevision(
    ctx.services.database,
    ctx.user.id,
    stock.id,
  );
  return ctx.cached([stock, revision, input], () => startCsv(ctx, stock, input));
}

/**
 * Calculates an indicator in the form in which it is stored: `values` holds its lines one after the other, each from
 * the first bar with a value to the last bar.
 * @param userId the user who waits: the calculation threads serve users in turn
 * @throws IndicatorError
 */
export async function indicatorValues(
  indicatorFunction: string,
  parameters: Readonly<Record<string, number>>,
  bars: SeriesColumns & { readonly date: readonly string[] },
  userId?: string,
): Promise<IndicatorValues> {
  const { begin, outputs } = await calculateInThread(indicatorFunction, bars, parameters, userId);
  const values = new Float64Array(outputs.reduce((length, output) => length + output.values.length, 0));
  let at = 0;
  for (const output of outputs) {
    values.set(output.values, at);
    at += output.values.length;
  }
  return {
    outputs: outputs.map(({ name }) => name),
    values,
    dataStartDate: bars.date[begin] ?? null,
    dataEndDate: bars.date.at(-1) ?? null,
  };
}
