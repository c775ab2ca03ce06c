import { strategyRepository } from '@stockbook/db';
import type { z } from 'zod';
import type { UserContext } from '../context.ts';
import { presentStrategy } from './present-strategy.ts';
import type { listStrategiesInput, strategyList } from './schemas.ts';

/** The caller's strategies, newest first. An account from before the quota may have more: a page never exceeds it. */
export async function listStrategies(
  { em, user, quotas }: UserContext,
  { limit = quotas.strategies, offset }: z.output<typeof listStrategiesInput>,
): Promise<z.infer<typeof strategyList>> {
  const [strategies, total] = await strategyRepository.listOfUser(em, user.id, {
    limit: Math.min(limit, quotas.strategies),
    offset,
  });
  return { strategies: strategies.map(presentStrategy), total };
}
