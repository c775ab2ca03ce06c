import type { z } from 'zod';
import type { UserContext } from '../context.ts';
import { findStrategy } from './find-strategy.ts';
import { presentDetail } from './present-strategy.ts';
import type { StrategyDetail, strategyInput } from './schemas.ts';

/**
 * Returns a strategy of the caller.
 * @throws AppError NOT_FOUND
 */
export async function getStrategy(
  { em, user }: UserContext,
  { strategyId }: z.output<typeof strategyInput>,
): Promise<StrategyDetail> {
  return presentDetail(em, await findStrategy(em, user.id, strategyId));
}
