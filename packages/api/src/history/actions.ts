import { instrumentRepository, isOwn, stockActionRepository } from '@stockbook/db';
import type { z } from 'zod';
import type { UserContext } from '../context.ts';
import { findTrackedStock } from '../watch-list/find-tracked-stock.ts';
import type { stockInput } from '../watch-list/schemas.ts';
import type { CorporateActions } from './schemas.ts';

/**
 * Lists the splits and dividends of a tracked stock, oldest first.
 * @throws AppError NOT_FOUND if the caller does not track the stock
 */
export async function getActions(
  ctx: UserContext,
  { symbol }: z.output<typeof stockInput>,
): Promise<CorporateActions> {
  const stock = await findTrackedStock(ctx, symbol);
  const splits = await stockActionRepository.listSplits(ctx.em, stock.id);
  const dividends = await stockActionRepository.listDividends(ctx.em, stock.id);
  const isInstrument = isOwn(symbol);
  const repeats = isInstrument
    ? (await instrumentRepository.findOfUser(ctx.em, ctx.user.id, symbol))?.terms?.repeats
    : [];
  return {
    symbol: stock.symbol,
    splits: splits.map(({ exDate, ...split }) => ({
      ex_date: exDate,
      ...split,
      ...(isInstrument && { is_in_prices: true }),
    })),
    dividends: dividends.map(({ exDate, ...dividend }) => ({ ex_date: exDate, ...dividend })),
    ...(repeats && repeats.length > 0 ? { repeats: [...repeats] } : {}),
    total: splits.length + dividends.length,
  };
}
