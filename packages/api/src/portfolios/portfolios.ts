import { randomUUID } from 'node:crypto';
import {
  type EntityManager,
  exampleEntryRepository,
  type Portfolio as PortfolioRow,
  portfolioRepository,
  stockRepository,
  userRepository,
  userStockRepository,
} from '@stockbook/db';
import type { z } from 'zod';
import type { ActorContext, UserContext } from '../context.ts';
import { fieldError, notFound } from '../errors.ts';
import { isUuid } from '../primitives.ts';
import { assertQuota } from '../quotas/quotas.ts';
import { requestPairs } from './rates.ts';
import type { createPortfolioInput, Portfolio, portfolioInput, updatePortfolioInput } from './schemas.ts';

/** The caller, or the user of a task. */
type PortfolioContext = ActorContext<'clock' | 'quotas'>;

/**
 * Creates a portfolio of the caller.
 * @param own id of the portfolio, by default a new one, and whether it is an example
 * @throws AppError CONFLICT if the quota is used up, BAD_REQUEST if the benchmark is not known
 */
export async function createPortfolio(
  { em, user, services: { clock, quotas } }: PortfolioContext,
  input: z.output<typeof createPortfolioInput>,
  { id = randomUUID(), isExample = false }: { readonly id?: string; readonly isExample?: boolean } = {},
): Promise<Portfolio> {
  const now = clock();
  const { name, description, currency, benchmark } = input;
  const portfolio = {
    id,
    name,
    description,
    currency,
    cashTracking: input.cash_tracking,
    costMethod: input.cost_method,
    taxYearStart: input.tax_year_start,
    dividendTaxPercent: input.dividend_tax_percent,
    riskFreePercent: input.risk_free_percent,
    notifyDividends: input.notify_dividends,
    isExample,
    createdAt: now,
    updatedAt: now,
  };
  await em.transactional(async (tx) => {
    await userRepository.lockForUpdate(tx, user.id);
    assertQuota(await portfolioRepository.countOfUser(tx, user.id), quotas.portfolios, 'portfolios');
    const benchmarkId = await findBenchmark(tx, user.id, benchmark);
    await portfolioRepository.add(tx, { ...portfolio, userId: user.id, benchmarkId });
    await requestPairs(tx, { user, services: { clock } }, portfolio);
  });
  return presentPortfolio(portfolio, benchmark);
}

/**
 * Returns a portfolio of the caller.
 * @throws AppError NOT_FOUND
 */
export async function getPortfolio(
  { em, user }: UserContext,
  { portfolioId }: z.output<typeof portfolioInput>,
): Promise<Portfolio> {
  const portfolio = await findPortfolio(em, user.id, portfolioId);
  return presentPortfolio(portfolio, symbolOf(portfolio));
}

/**
 * Changes settings of a portfolio of the caller. Another currency converts nothing: figures are computed in it.
 * @throws AppError NOT_FOUND, BAD_REQUEST if the benchmark is not known
 */
export async function updatePortfolio(
  ctx: UserContext,
  { portfolioId, ...input }: z.output<typeof updatePortfolioInput>,
): Promise<Portfolio> {
  const { em, user, services } = ctx;
  const changed = {
    name: input.name,
    description: input.description,
    currency: input.currency,
    cashTracking: input.cash_tracking,
    costMethod: input.cost_method,
    taxYearStart: input.tax_year_start,
    dividendTaxPercent: input.dividend_tax_percent,
    riskFreePercent: input.risk_free_percent,
    notifyDividends: input.notify_dividends,
  };
  return em.transactional(async (tx) => {
    const benchmarkId =
      input.benchmark === undefined ? undefined : await findBenchmark(tx, user.id, input.benchmark);
    const { id } = await lockPortfolio(tx, user.id, portfolioId);
    await portfolioRepository.change(tx, id, {
      ...withoutUndefined({ ...changed, benchmarkId }),
      updatedAt: services.clock(),
    });
    const portfolio = await portfolioRepository.reload(tx, user.id, id);
    await requestPairs(tx, ctx, portfolio);
    return presentPortfolio(portfolio, symbolOf(portfolio));
  });
}

/** Only the fields that are set: an undefined one would be stored as null. */
function withoutUndefined<Fields extends object>(fields: Fields): Partial<Fields> {
  const set = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(set) as Partial<Fields>;
}

/**
 * Deletes a portfolio of the caller with its transactions, tags and imports; with the example, the entries of the watch
 * list that it made and that have not been used since.
 * @throws AppError NOT_FOUND
 */
export async function deletePortfolio(
  { em, user }: UserContext,
  { portfolioId }: z.output<typeof portfolioInput>,
): Promise<{ message: string }> {
  const { isExample } = await findPortfolio(em, user.id, portfolioId);
  const removed = await em.transactional(async (tx) => {
    // The watch list before the portfolio: the lock order of docs/architecture.md.
    const entries = isExample ? await removeExampleEntries(tx, user.id, portfolioId) : 0;
    return (await portfolioRepository.remove(tx, user.id, portfolioId)) ? entries : null;
  });
  if (removed === null) throw notFound('Portfolio');
  return { message: isExample ? removedExampleMessage(removed) : 'The portfolio was deleted' };
}

const removedExampleMessage = (entries: number) =>
  entries === 0
    ? 'The example was removed'
    : `The example was removed, and ${entries === 1 ? 'one stock' : `${entries} stocks`} from your watch list`;

/** @returns the number of removed entries */
async function removeExampleEntries(tx: EntityManager, userId: string, portfolioId: string): Promise<number> {
  await userRepository.lockForUpdate(tx, userId);
  const stockIds = await exampleEntryRepository.listUnused(tx, userId, portfolioId);
  for (const stockId of stockIds) await userStockRepository.unlink(tx, userId, stockId);
  return stockIds.length;
}

/** @throws AppError NOT_FOUND */
export async function findPortfolio(em: EntityManager, userId: string, id: string): Promise<PortfolioRow> {
  const portfolio = isUuid(id) ? await portfolioRepository.findOfUser(em, userId, id) : null;
  if (!portfolio) throw notFound('Portfolio');
  return portfolio;
}

/**
 * Locks a portfolio of the caller: whatever belongs to it changes in one transaction at a time.
 * @throws AppError NOT_FOUND
 */
export async function lockPortfolio(tx: EntityManager, userId: string, id: string): Promise<PortfolioRow> {
  const portfolio = isUuid(id) ? await portfolioRepository.lockOfUser(tx, userId, id) : null;
  if (!portfolio) throw notFound('Portfolio');
  return portfolio;
}

/** @throws AppError BAD_REQUEST if no stock has the symbol */
async function findBenchmark(
  tx: EntityManager,
  userId: string,
  symbol: string | null,
): Promise<number | null> {
  if (symbol === null) return null;
  const [stock] = await stockRepository.keepBySymbols(tx, userId, [symbol]);
  if (!stock) throw fieldError('benchmark', `Add ${symbol} to your stocks first`);
  return stock.id;
}

/** The symbol of a portfolio's benchmark. */
export const symbolOf = ({ benchmark }: Pick<PortfolioRow, 'benchmark'>): string | null =>
  benchmark?.symbol ?? null;

/** Maps a portfolio to its API shape. */
export function presentPortfolio(
  portfolio: Omit<PortfolioRow, 'user' | 'benchmark' | 'revision'>,
  benchmark: string | null,
): Portfolio {
  return {
    id: portfolio.id,
    name: portfolio.name,
    description: portfolio.description,
    currency: portfolio.currency,
    cash_tracking: portfolio.cashTracking,
    cost_method: portfolio.costMethod,
    benchmark,
    tax_year_start: portfolio.taxYearStart,
    dividend_tax_percent: Number(portfolio.dividendTaxPercent),
    risk_free_percent: Number(portfolio.riskFreePercent),
    notify_dividends: portfolio.notifyDividends,
    is_example: portfolio.isExample,
    created_at: portfolio.createdAt.toISOString(),
    updated_at: portfolio.updatedAt.toISOString(),
  };
}
