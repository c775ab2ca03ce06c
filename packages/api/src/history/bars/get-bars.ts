import { priceBarRepository, stockActionRepository, type TrackedStock } from '@stockbook/db';
import { dateInTimeZone } from '@stockbook/market-data/time-zone';
import type { z } from 'zod';
import type { UserContext } from '../../context.ts';
import { findTrackedStock } from '../../watch-list/find-tracked-stock.ts';
import { dividendFactors } from '../actions/dividend-factors.ts';
import type { Bars, barsInput } from '../schemas.ts';

type Input = z.output<typeof barsInput>;

/** The units of PostgreSQL's `date_trunc` by which daily bars are aggregated. */
const periodUnits = { daily: null, weekly: 'week', monthly: 'month' } as const;

/** @param today the exchange's date, by which a week or month is complete; null for daily bars */
async function readBars(
  { em }: UserContext,
  stock: TrackedStock,
  today: string | null,
  { symbol, interval, start_date, end_date, adjust }: Input,
): Promise<Bars> {
  const range = { from: start_date, to: end_date };
  const head = { symbol, interval, currency: stock.currency };
  const factors =
    adjust === 'dividends'
      ? dividendFactors(await stockActionRepository.listPricedDividends(em, stock.id))
      : null;
  const unit = periodUnits[interval];
  if (unit === null || today === null)
    return { ...head, data: await priceBarRepository.listDaily(em, stock.id, range, factors) };
  const periods = await priceBarRepository.listAggregated(em, stock.id, unit, today, range, factors);
  return { ...head, data: periods.map(({ isComplete, ...bar }) => ({ ...bar, is_complete: isComplete })) };
}

/**
 * Lists the price bars of a tracked stock, oldest first.
 * @throws AppError NOT_FOUND if the caller does not track the stock
 */
export async function getBars(ctx: UserContext, input: Input) {
  const stock = await findTrackedStock(ctx, input.symbol);
  // A week or month becomes complete without a new bar, when the exchange's day changes.
  const today =
    input.interval === 'daily' ? null : dateInTimeZone(ctx.clock().getTime(), stock.timezone ?? 'UTC');
  return ctx.cached([stock, today, input], () => readBars(ctx, stock, today, input));
}
