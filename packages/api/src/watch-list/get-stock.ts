import type { z } from 'zod';
import type { UserContext } from '../context.ts';
import { findLink } from './find-tracked-stock.ts';
import { presentItem } from './present-stock.ts';
import type { stockInput, WatchListItem } from './schemas.ts';

/**
 * Returns one entry of the caller's watch list.
 * @throws AppError NOT_FOUND
 */
export async function getStock(
  ctx: UserContext,
  { symbol }: z.output<typeof stockInput>,
): Promise<WatchListItem> {
  const link = await findLink(ctx, symbol);
  return presentItem(link);
}
