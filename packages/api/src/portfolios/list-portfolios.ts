import { portfolioRepository } from '@stockbook/db';
import type { z } from 'zod';
import type { UserContext } from '../context.ts';
import { presentPortfolio } from './present-portfolio.ts';
import type { listPortfoliosInput, portfolioList } from './schemas.ts';

/** The caller's portfolios, newest first. */
export async function listPortfolios(
  { em, user }: UserContext,
  page: z.output<typeof listPortfoliosInput>,
): Promise<z.infer<typeof portfolioList>> {
  const [portfolios, total] = await portfolioRepository.listOfUser(em, user.id, page);
  return { portfolios: portfolios.map(presentPortfolio), total };
}
