import type { z } from 'zod';
import { CachedResponse } from '../../cached-response.ts';
import type { UserContext } from '../../context.ts';
import type { barsInput } from '../schemas.ts';
import { barsAsCsv } from './bars-as-csv.ts';
import { getBars } from './get-bars.ts';

/**
 * Writes the price bars of a tracked stock as CSV, oldest first.
 * @throws AppError NOT_FOUND if the caller does not track the stock
 */
export async function getBarsAsCsv(ctx: UserContext, input: z.output<typeof barsInput>) {
  const bars = await getBars(ctx, input);
  return bars instanceof CachedResponse ? bars : { csv: barsAsCsv(bars) };
}
