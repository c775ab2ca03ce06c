import { calculatedIndicatorRepository, type TrackedStock } from '@stockbook/db';
import type { z } from 'zod';
import type { UserContext } from '../context.ts';
import { OutputStream } from '../streaming/output-stream.ts';
import { findTrackedStock } from '../watch-list/find-tracked-stock.ts';
import { isSmall, readSeries, type Series } from './read-series.ts';
import type { indicatorsCsvInput } from './schemas.ts';
import { writeIndicatorsCsv } from './write-indicators-csv.ts';

type Input = z.output<typeof indicatorsCsvInput>;

async function startCsv(ctx: UserContext, stock: TrackedStock, { ids }: Input): Promise<OutputStream> {
  const { em, user } = ctx;
  const selection = ids === undefined ? {} : { ids };
  const indicators = await calculatedIndicatorRepository.listOfUser(em, user.id, stock.id, selection);
  const isBuffered = isSmall(indicators, stock.barCount);

  async function* write() {
    const leave = await ctx.largeReads.enter(`${user.id} ${isBuffered}`, ctx.requestId);
    try {
      // A row needs all lines at once, and the same dates for all: one snapshot of 8 bytes a value.
      const all = await em.fork().transactional(
        async (tx) => {
          const series: Series[] = [];
          for await (const each of readSeries(tx, user.id, stock.id, indicators)) {
            series.push({ ...each, dates: series[0]?.dates ?? each.dates });
          }
          return series;
        },
        { isolationLevel: 'repeatable read', readOnly: true },
      );
      yield* writeIndicatorsCsv(all);
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
export async function getIndicatorsAsCsv(ctx: UserContext, input: Input) {
  const stock = await findTrackedStock(ctx, input.symbol);
  const revision = await calculatedIndicatorRepository.readRevision(ctx.database, ctx.user.id, stock.id);
  return ctx.cached([stock, revision, input], () => startCsv(ctx, stock, input));
}
