import { strategyRepository } from '@stockbook/db';
import { z } from 'zod';
import type { UserContext } from '../context.ts';
import { notFound } from '../errors.ts';
import type { strategyInput } from './schemas.ts';

/**
 * Deletes a strategy of the caller.
 * @throws AppError NOT_FOUND
 */
export async function deleteStrategy(
  { em, user }: UserContext,
  { strategyId }: z.output<typeof strategyInput>,
): Promise<{ message: string }> {
  const isDeleted =
    z.uuid().safeParse(strategyId).success && (await strategyRepository.remove(em, user.id, strategyId));
  if (!isDeleted) throw notFound('Strategy');
  return { message: 'The strategy was deleted' };
}
