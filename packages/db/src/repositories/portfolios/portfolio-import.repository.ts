import type { EntityManager } from '@mikro-orm/postgresql';
import { PortfolioImport } from '../../entities/portfolios.ts';
import type { Page } from '../page.ts';

/** A page of the imports of a user's portfolio, newest first, and their total number. */
export function listOfPortfolio(
  em: EntityManager,
  userId: string,
  portfolioId: string,
  { limit, offset }: Page,
): Promise<[PortfolioImport[], number]> {
  return em.findAndCount(
    PortfolioImport,
    { portfolio: { id: portfolioId, user: userId } },
    { orderBy: { createdAt: 'desc', id: 'desc' }, limit, offset },
  );
}

/** Whether a portfolio of a user has an import. */
export async function has(
  em: EntityManager,
  userId: string,
  portfolioId: string,
  id: string,
): Promise<boolean> {
  return (await em.count(PortfolioImport, { id, portfolio: { id: portfolioId, user: userId } })) > 0;
}
