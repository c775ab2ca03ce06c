import { portfolioRepository } from '@stockbook/db';
import type { z } from 'zod';
import type { UserContext } from '../context.ts';
import { notFound } from '../errors.ts';
import { isUuid } from '../primitives.ts';
import { presentPortfolio } from './present-portfolio.ts';
import type { Portfolio, portfolioInput } from './schemas.ts';

/**
 * Returns a portfolio of the caller.
 * @throws AppError NOT_FOUND
 */
export async function getPortfolio(
  { em, user }: UserContext,
  { portfolioId: id }: z.output<typeof portfolioInput>,
): Promise<Portfolio> {
  const portfolio = isUuid(id) ? await portfolioRepository.findOfUser(em, user.id, id) : null;
  if (!portfolio) throw notFound('Portfolio');
  return presentPortfolio(portfolio);
}
