import { randomUUID } from 'node:crypto';
import { portfolioRepository, userRepository } from '@stockbook/db';
import type { z } from 'zod';
import type { UserContext } from '../context.ts';
import { assertQuota } from '../quotas/quotas.ts';
import { presentPortfolio } from './present-portfolio.ts';
import type { createPortfolioInput, Portfolio } from './schemas.ts';

/** The caller, or the user of a task. */
type PortfolioContext = Pick<UserContext, 'em' | 'clock' | 'quotas'> & {
  readonly user: { readonly id: string };
};

/**
 * Creates a portfolio of the caller.
 * @throws AppError CONFLICT if the quota is used up
 */
export async function createPortfolio(
  { em, user, clock, quotas }: PortfolioContext,
  { name, description, currency }: z.output<typeof createPortfolioInput>,
): Promise<Portfolio> {
  const now = clock();
  const portfolio = { id: randomUUID(), name, description, currency, createdAt: now, updatedAt: now };
  await em.transactional(async (tx) => {
    await userRepository.lockForUpdate(tx, user.id);
    assertQuota(await portfolioRepository.countOfUser(tx, user.id), quotas.portfolios, 'portfolios');
    await portfolioRepository.add(tx, { ...portfolio, userId: user.id });
  });
  return presentPortfolio(portfolio);
}
