import { userStockRepository } from '@stockbook/db';
import type { z } from 'zod';
import { cachedRead } from '../cached-read.ts';
import type { UserContext } from '../context.ts';
import { presentItem } from './present-stock.ts';
import { type WatchList, watchListInput } from './schemas.ts';

type Page = z.output<typeof watchListInput>;

/** The caller's watch list as it is in the database now, newest first. */
export async function readWatchList({ em, user }: UserContext, page: Page): Promise<WatchList> {
  const [links, stats] = await Promise.all([
    userStockRepository.listOfUser(em, user.id, page),
    userStockRepository.statsOfUser(em, user.id),
  ]);
  return { stocks: links.map(presentItem), total: stats.total, stats };
}

export const cachedWatchList = cachedRead(
  watchListInput.optional(),
  () => ({ symbol: null, needsRevision: true }),
  ({ revision }, page = {}) => [revision, page],
);

/** Lists the caller's watch list, newest first. `total` and `stats` cover all entries, not only the page. */
export async function listStocks(ctx: UserContext, page: Page) {
  const revision = await ctx.watchLists.readRevision(ctx.user.id);
  return ctx.cached([revision, page], () => readWatchList(ctx, page));
}
