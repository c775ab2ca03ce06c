import { type EntityManager, portfolioImportRepository } from '@stockbook/db';
import type { z } from 'zod';
import type { UserContext } from '../../context.ts';
import { notFound } from '../../errors.ts';
import { isUuid } from '../../primitives.ts';
import { findPortfolio } from '../portfolios.ts';
import type { listPortfolioImportsInput, portfolioImportList } from './schemas.ts';

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
export async function assertImport(
  em: EntityManager,
  userId: string,
  portfolioId: string,
  importId: string,
): Promise<void> {
  const isThere =
    isUuid(importId) && (await portfolioImportRepository.has(em, userId, portfolioId, importId));
  if (!isThere) throw notFound('Import');
}
