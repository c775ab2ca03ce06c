import { userStockRepository } from '@stockbook/db';
import type { z } from 'zod';
import type { UserContext } from '../context.ts';
import { presentItem } from './present-stock.ts';
import type { WatchList, watchListInput } from './schemas.ts';

/** Lists the caller's watch list, newest first. `total` and `stats` cover all entries, not only the page. */
export async function listStocks(
  { em, user }: UserContext,
  page: z.output<typeof watchListInput>,
): Promise<WatchList> {
  const [links, stats] = await Promise.all([
    userStockRepository.listOfUser(em, user.id, page),
    userStockRepository.statsOfUser(em, user.id),
  ]);
  return { stocks: links.map((link) => presentItem(link, link.stock)), total: stats.total, stats };
}
