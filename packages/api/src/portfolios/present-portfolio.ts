import type { Portfolio as PortfolioRow } from '@stockbook/db';
import type { Portfolio } from './schemas.ts';

/** Maps a portfolio to its API shape. */
export function presentPortfolio(portfolio: Omit<PortfolioRow, 'user'>): Portfolio {
  return {
    id: portfolio.id,
    name: portfolio.name,
    description: portfolio.description,
    currency: portfolio.currency,
    created_at: portfolio.createdAt.toISOString(),
    updated_at: portfolio.updatedAt.toISOString(),
  };
}
