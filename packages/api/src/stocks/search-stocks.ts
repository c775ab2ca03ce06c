import type { z } from 'zod';
import type { UserContext } from '../context.ts';
import { spendSearch } from '../quotas/provider-budget.ts';
import type { searchInput, searchOutput } from './schemas.ts';

const maxMatches = 10;

/**
 * Searches the provider for stocks that the add form suggests.
 * @throws AppError TOO_MANY_REQUESTS, MarketDataError
 */
export async function searchStocks(
  ctx: UserContext,
  { q }: z.output<typeof searchInput>,
): Promise<z.infer<typeof searchOutput>> {
  const query = q.trim();
  if (query === '') return { results: [] };
  await spendSearch(ctx);
  return { results: await ctx.marketData.search(query, maxMatches, { requester: ctx.user.id }) };
}
