import { userStockRepository } from '@stockbook/db';
import type { UserContext } from '../context.ts';
import type { WatchListFigures } from './schemas.ts';

function percentChange(from: number | null | undefined, to: number | null): number | null {
  return from && to !== null ? ((to - from) / from) * 100 : null;
}

/** Lists the figures of the stocks on the caller's watch list, newest first. */
export async function listFigures(ctx: UserContext) {
  const revision = await ctx.watchLists.readRevision(ctx.user.id);
  return ctx.cached([revision], async (): Promise<WatchListFigures> => {
    const links = await userStockRepository.figuresOfUser(ctx.em, ctx.user.id);
    return {
      stocks: links.map(({ stock: { symbol, lastClose, figures } }) => ({
        symbol,
        volume: figures?.volume ?? null,
        low_52_weeks: figures?.low ?? null,
        high_52_weeks: figures?.high ?? null,
        change_1_week: percentChange(figures?.weekClose, lastClose),
        change_1_month: percentChange(figures?.monthClose, lastClose),
        change_year_to_date: percentChange(figures?.yearClose, lastClose),
      })),
    };
  });
}
