import { sweepRepository } from '@stockbook/db';
import type { z } from 'zod';
import type { UserContext } from '../../context.ts';
import { findStrategy } from '../find-strategy.ts';
import { presentSweep } from './present-sweep.ts';
import type { listSweepsInput, sweepList } from './schemas.ts';

/**
 * Lists the sweeps of a strategy of the caller, newest first.
 * @throws AppError NOT_FOUND
 */
export async function listSweeps(
  { em, user }: UserContext,
  { strategyId, limit, offset }: z.output<typeof listSweepsInput>,
): Promise<z.infer<typeof sweepList>> {
  await findStrategy(em, user.id, strategyId);
  const rows = await sweepRepository.listOfStrategy(em, strategyId, { limit, offset });
  const total = await sweepRepository.countOfStrategy(em, strategyId);
  return { sweeps: rows.map(presentSweep), total };
}
