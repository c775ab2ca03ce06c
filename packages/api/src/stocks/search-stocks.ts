import type { z } from 'zod';
import type { UserContext } from '../context.ts';
import type { searchInput, searchOutput } from './schemas.ts';

const mostMatches = 10;

/** What the add form suggests. */
export async function searchStocks(
  { marketData, user }: UserContext,
  { q }: z.output<typeof searchInput>,
): Promise<z.infer<typeof searchOutput>> {
  const query = q.trim();
  return { results: query === '' ? [] : await marketData.search(query, mostMatches, { requester: user.id }) };
}
