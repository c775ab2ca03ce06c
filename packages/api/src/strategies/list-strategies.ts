import { strategyRepository } from '@stockbook/db';
import type { z } from 'zod';
import type { UserContext } from '../context.ts';
import { presentStrategy } from './present-strategy.ts';
import type { listStrategiesInput, strategyList } from './schemas.ts';

/** The caller's strategies, newest first. */
export async function listStrategies(
  { em, user }: UserContext,
  page: z.output<typeof listStrategiesInput>,
): Promise<z.infer<typeof strategyList>> {
  const [strategies, total] = await strategyRepository.listOfUser(em, user.id, page);
  return { strategies: strategies.map(presentStrategy), total };
}
