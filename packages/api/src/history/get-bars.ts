import { priceBarRepository, stockActionRepository } from '@stockbook/db';
import type { z } from 'zod';
import type { UserContext } from '../context.ts';
import { findTrackedStock } from '../watch-list/find-tracked-stock.ts';
import { dividendFactors } from './actions/dividend-factors.ts';
import { exchangeToday, periodUnits } from './bar-period.ts';
import type { Bars, barsInput } from './schemas.ts';

/**
 * Lists the price bars of a tracked stock, oldest first.
 * @throws AppError NOT_FOUND if the caller does not track the stock
 */
export async function getBars(
  ctx: UserContext,
  { symbol, interval, start_date, end_date, adjust }: z.output<typeof barsInput>,
): Promise<Bars> {
  const { stock } = await findTrackedStock(ctx, symbol);
  const range = { from: start_date, to: end_date };
  const head = { symbol, interval, currency: stock.currency };
  const factors =
    adjust === 'dividends'
      ? dividendFactors(await stockActionRepository.listPricedDividends(ctx.em, stock.id))
      : null;
  if (interval === 'daily') {
    return { ...head, data: await priceBarRepository.listDaily(ctx.em, stock.id, range, factors) };
  }
  const today = exchangeToday(stock.timezone, ctx.clock());
  const periods = await priceBarRepository.listAggregated(
    ctx.em,
    stock.id,
    periodUnits[interval],
    today,
    range,
    factors,
  );
  return { ...head, data: periods.map(({ isComplete, ...bar }) => ({ ...bar, is_complete: isComplete })) };
}
