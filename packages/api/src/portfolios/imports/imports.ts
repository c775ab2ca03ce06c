import {
  type EntityManager,
  importedTransactionRepository,
  type PortfolioImport,
  portfolioImportRepository,
  portfolioRepository,
} from '@stockbook/db';
import type { z } from 'zod';
import type { UserContext } from '../../context.ts';
import { AppError, fieldError, notFound } from '../../errors.ts';
import { isUuid } from '../../primitives.ts';
import { findPortfolio, lockPortfolio } from '../portfolios.ts';
import { loadBookFacts } from './load-facts.ts';
import type { listPortfolioImportsInput, portfolioImportInput, portfolioImportList } from './schemas.ts';
import { calculateImport } from './thread/in-thread.ts';

/** Taking back is judged anew if the portfolio has changed meanwhile. */
const maxTries = 5;

/**
 * Lists the files that were imported into a portfolio of the caller, newest first.
 * @throws AppError NOT_FOUND
 */
export async function listPortfolioImports(
  { em, user }: UserContext,
  { portfolioId, limit, offset }: z.output<typeof listPortfolioImportsInput>,
): Promise<z.infer<typeof portfolioImportList>> {
  const { id } = await findPortfolio(em, user.id, portfolioId);
  const [imports, total] = await portfolioImportRepository.listOfPortfolio(em, user.id, id, {
    limit,
    offset,
  });
  return {
    imports: imports.map((row) => ({
      id: row.id,
      file_name: row.fileName,
      preset: row.preset,
      added: row.counts.new,
      created_at: row.createdAt.toISOString(),
    })),
    total,
  };
}

/** @throws AppError NOT_FOUND */
export async function findImport(
  em: EntityManager,
  userId: string,
  portfolioId: string,
  importId: string,
): Promise<PortfolioImport> {
  const found = isUuid(importId)
    ? await portfolioImportRepository.find(em, userId, portfolioId, importId)
    : null;
  if (!found) throw notFound('Import');
  return found;
}

/** @throws AppError NOT_FOUND, CONFLICT if the import is a part of a move */
async function assertRemovable(
  em: EntityManager,
  userId: string,
  portfolioId: string,
  importId: string,
): Promise<void> {
  const { preset } = await findImport(em, userId, portfolioId, importId);
  if (preset !== portfolioImportRepository.movePreset) return;
  throw new AppError('CONFLICT', 'This import is a part of a move. Take the whole move back');
}

/**
 * Deletes the transactions of an import of the caller, those that were changed since included.
 * @throws AppError NOT_FOUND, BAD_REQUEST if a later sale would not be covered, CONFLICT if it is a part of a move
 */
export async function takeBackImport(
  ctx: UserContext,
  { portfolioId, importId }: z.output<typeof portfolioImportInput>,
): Promise<{ message: string }> {
  const { em, user } = ctx;
  for (let count = 0; count < maxTries; count += 1) {
    const { id, revision } = await findPortfolio(em, user.id, portfolioId);
    await assertRemovable(em, user.id, id, importId);
    const stocks = await importedTransactionRepository.listStocksOfImport(em, user.id, importId);
    const facts = await loadBookFacts(em, ctx, id, stocks);
    const problem = await calculateImport('takeBack', { facts, importId }, user.id, ctx.clientSignal());
    if (problem !== null) throw fieldError('quantity', problem);
    const removed = await em.transactional(async (tx) => {
      const locked = await lockPortfolio(tx, user.id, id);
      if (locked.revision !== revision) return null;
      await assertRemovable(tx, user.id, id, importId);
      const removedCount = await importedTransactionRepository.removeOfImport(tx, user.id, importId);
      await portfolioImportRepository.remove(tx, importId);
      await portfolioRepository.bumpRevision(tx, id);
      return removedCount;
    });
    if (removed !== null) return { message: takenBackMessage(removed) };
    em.clear();
  }
  throw new AppError('SERVICE_UNAVAILABLE', 'The portfolio changed meanwhile. Try again', { retryAfterS: 1 });
}

const takenBackMessage = (count: number) =>
  count === 1
    ? '1 transaction was taken back'
    : `${count.toLocaleString('en-US')} transactions were taken back`;
