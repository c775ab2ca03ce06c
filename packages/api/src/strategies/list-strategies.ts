import { strategyRepository } from '@stockbook/db';
import type { z } from 'zod';
import type { UserContext } from '../context.ts';
import { presentStrategy } from './present-strategy.ts';
import type { listStrategiesInput, strategyList } from './schemas.ts';

/** Lists the caller's strategies, newest first. The quota bounds the page too: older accounts may exceed it. */
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
