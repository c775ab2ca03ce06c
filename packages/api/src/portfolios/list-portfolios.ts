import { portfolioRepository } from '@stockbook/db';
import type { z } from 'zod';
import type { UserContext } from '../context.ts';
import { presentPortfolio } from './present-portfolio.ts';
import type { listPortfoliosInput, portfolioList } from './schemas.ts';

/** Lists the caller's portfolios, newest first. The quota bounds the page too: older accounts may exceed it. */
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
