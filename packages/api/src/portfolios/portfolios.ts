import { randomUUID } from 'node:crypto';
import { type Portfolio as PortfolioRow, portfolioRepository, userRepository } from '@stockbook/db';
import type { z } from 'zod';
import type { ActorContext, UserContext } from '../context.ts';
import { notFound } from '../errors.ts';
import { isUuid } from '../primitives.ts';
import { assertQuota } from '../quotas/quotas.ts';
import type { OutputStream } from '../streaming/output-stream.ts';
import { streamList } from '../streaming/stream-list.ts';
import type {
  createPortfolioInput,
  listPortfoliosInput,
  Portfolio,
  portfolioInput,
  portfolioList,
} from './schemas.ts';

/** The caller, or the user of a task. */
type PortfolioContext = ActorContext<'clock' | 'quotas'>;

/**
 * Creates a portfolio of the caller.
 * @throws AppError CONFLICT if the quota is used up
 */
export async function createPortfolio(
  { em, user, services: { clock, quotas } }: PortfolioContext,
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

/**
 * Lists the caller's portfolios, newest first. The quota bounds the page too: older accounts may exceed it.
 * @throws AppError TOO_MANY_REQUESTS
 */
export function listPortfolios(
  ctx: UserContext,
  { limit, offset }: z.output<typeof listPortfoliosInput>,
): Promise<OutputStream> {
  const { portfolios: maximum } = ctx.services.quotas;
  return streamList(ctx, async (): Promise<z.infer<typeof portfolioList>> => {
    const page = { limit: Math.min(limit ?? maximum, maximum), offset };
    const [portfolios, total] = await portfolioRepository.listOfUser(ctx.em, ctx.user.id, page);
    return { portfolios: portfolios.map(presentPortfolio), total };
  });
}

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
