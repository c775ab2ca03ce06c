import { portfolioRepository } from '@stockbook/db';
import type { z } from 'zod';
import type { UserContext } from '../context.ts';
import { notFound } from '../errors.ts';
import { isUuid } from '../primitives.ts';
import type { portfolioInput } from './schemas.ts';

/**
 * Deletes a portfolio of the caller.
 * @throws AppError NOT_FOUND
 */
export async function deletePortfolio(
  { em, user }: UserContext,
  { portfolioId }: z.output<typeof portfolioInput>,
): Promise<{ message: string }> {
  const isDeleted = isUuid(portfolioId) && (await portfolioRepository.remove(em, user.id, portfolioId));
  if (!isDeleted) throw notFound('Portfolio');
  return { message: 'The portfolio was deleted' };
}
