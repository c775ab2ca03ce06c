import { randomUUID } from 'node:crypto';
import { Portfolio as PortfolioRow } from '@stockbook/db';
import type { z } from 'zod';
import type { UserContext } from '../context.ts';
import { presentPortfolio } from './present-portfolio.ts';
import type { createPortfolioInput, Portfolio } from './schemas.ts';

/** Keeps a portfolio of the caller's. */
export async function createPortfolio(
  { em, user, clock }: UserContext,
  { name, description, currency }: z.output<typeof createPortfolioInput>,
): Promise<Portfolio> {
  const now = clock();
  const portfolio = { id: randomUUID(), name, description, currency, createdAt: now, updatedAt: now };
  await em.insert(PortfolioRow, { ...portfolio, user: user.id });
  return presentPortfolio(portfolio);
}
