import { sweepRepository } from '@stockbook/db';
import { z } from 'zod';
import type { UserContext } from '../../context.ts';
import { notFound } from '../../errors.ts';
import { isUuid } from '../../primitives.ts';
import { presentSweep } from './present-sweep.ts';
import { type Sweep, type sweepInput, sweepRow } from './schemas.ts';

/**
 * Returns a sweep of the caller with its rows.
 * @throws AppError NOT_FOUND
 */
export async function getSweep(
  { em, user }: UserContext,
  { sweepId }: z.output<typeof sweepInput>,
): Promise<Sweep> {
  const sweep = isUuid(sweepId) && (await sweepRepository.findOfUser(em, user.id, sweepId));
  if (!sweep) throw notFound('Sweep');
  return { ...presentSweep(sweep), rows: z.array(sweepRow).parse(sweep.rows ?? []) };
}
