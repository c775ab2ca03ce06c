import { portfolioRepository } from '@stockbook/db';
import type { z } from 'zod';
import type { UserContext } from '../context.ts';
import { presentPortfolio } from './present-portfolio.ts';
import type { listPortfoliosInput, portfolioList } from './schemas.ts';

/** The caller's portfolios, newest first. An account from before the quota may have more: a page never exceeds it. */
export async function listPortfolios(
  { em, user, quotas }: UserContext,
  { limit = quotas.portfolios, offset }: z.output<typeof listPortfoliosInput>,
): Promise<z.infer<typeof portfolioList>> {
  const [portfolios, total] = await portfolioRepository.listOfUser(em, user.id, {
    limit: Math.min(limit, quotas.portfolios),
    offset,
  });
  return { portfolios: portfolios.map(presentPortfolio), total };
}
