import { priceBarRepository, stockActionRepository, type TrackedStock } from '@stockbook/db';
import { dateInTimeZone } from '@stockbook/market-data/time-zone';
import type { z } from 'zod';
import type { Services, UserContext } from '../../context.ts';
import { dividendFactors } from '../actions/dividend-factors.ts';
import type { BarInterval, Bars, barsInput } from '../schemas.ts';

/** The units of PostgreSQL's `date_trunc` by which daily bars are aggregated. */
const periodUnits = { daily: null, weekly: 'week', monthly: 'month' } as const;

/**
 * The exchange's date, which belongs to the cache key of weekly and monthly bars: a week or month becomes complete without
 * a new bar, when the day changes. Null for daily bars.
 */
export function exchangeDate(
  { clock }: Pick<Services, 'clock'>,
  { timezone }: TrackedStock,
  interval: BarInterval,
): string | null {
  return interval === 'daily' ? null : dateInTimeZone(clock().getTime(), timezone ?? 'UTC');
}

/** Reads the price bars of a stock, oldest first. */
export async function readBars(
  ctx: UserContext,
  stock: TrackedStock,
  { symbol, interval, start_date, end_date, adjust }: z.output<typeof barsInput>,
): Promise<Bars> {
  const { em } = ctx;
  const range = { from: start_date, to: end_date };
  const head = { symbol, interval, currency: stock.currency };
  const factors =
    adjust === 'dividends'
      ? dividendFactors(await stockActionRepository.listPricedDividends(em, stock.id))
      : null;
  const unit = periodUnits[interval];
  const today = exchangeDate(ctx, stock, interval);
  if (unit === null || today === null)
    return { ...head, data: await priceBarRepository.listDaily(em, stock.id, { ...range, factors }) };
  const periods = await priceBarRepository.listAggregated(em, stock.id, unit, today, range, factors);
  return { ...head, data: periods.map(({ isComplete, ...bar }) => ({ ...bar, is_complete: isComplete })) };
}
