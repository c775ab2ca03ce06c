import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import {
  ImportMapping,
  PendingImport,
  type PendingSecurity,
  PortfolioImport,
} from '../../entities/portfolios.ts';
import { deleteInBatches } from '../delete-in-batches.ts';
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

/** An import of a portfolio of a user; null if there is none. */
export function find(
  em: EntityManager,
  userId: string,
  portfolioId: string,
  id: string,
): Promise<PortfolioImport | null> {
  return em.findOne(PortfolioImport, { id, portfolio: { id: portfolioId, user: userId } }, { refresh: true });
}

export type NewImport = Omit<PortfolioImport, 'portfolio'> & { readonly portfolioId: string };

/** The preset of the imports that moves make: each belongs to a whole move. */
export const movePreset = 'move-in';

/** Adds an import to a portfolio that `tx` has locked, and deletes all but the newest ones that are of no move. */
export async function add(
  tx: EntityManager,
  { portfolioId, ...portfolioImport }: NewImport,
  maximum: number,
): Promise<void> {
  await tx.insert(PortfolioImport, { ...portfolioImport, portfolio: portfolioId });
  await sql`
    delete from portfolio_import where id in (
      select id from portfolio_import
      where portfolio_id = ${portfolioId} and preset is distinct from ${movePreset}
      order by created_at desc, id desc offset ${maximum}
    )
  `.execute(tx.getKysely());
}

/** Deletes an import of a portfolio that `tx` has locked. Its transactions stay. */
export async function remove(tx: EntityManager, id: string): Promise<void> {
  await tx.nativeDelete(PortfolioImport, { id });
}

/** The mapping that a user chose last for files with a header; null if there is none. */
export async function findMapping(
  em: EntityManager,
  userId: string,
  headerDigest: string,
): Promise<ImportMapping['mapping'] | null> {
  const found = await em.findOne(ImportMapping, { user: userId, headerDigest }, { refresh: true });
  return found?.mapping ?? null;
}

/** Remembers the mapping of a header. Of a user whose row `tx` has locked, keeps only the latest ones. */
export async function setMapping(
  tx: EntityManager,
  userId: string,
  { headerDigest, mapping, updatedAt }: Pick<ImportMapping, 'headerDigest' | 'mapping' | 'updatedAt'>,
  maximum: number,
): Promise<void> {
  const db = tx.getKysely();
  await sql`
    insert into import_mapping (user_id, header_digest, mapping, updated_at)
    values (${userId}, ${headerDigest}, ${JSON.stringify(mapping)}::jsonb, ${updatedAt})
    on conflict (user_id, header_digest) do update set mapping = excluded.mapping, updated_at = excluded.updated_at
  `.execute(db);
  await sql`
    delete from import_mapping where user_id = ${userId} and header_digest in (
      select header_digest from import_mapping where user_id = ${userId}
      order by updated_at desc, header_digest offset ${maximum}
    )
  `.execute(db);
}

export type NewPendingImport = Omit<PendingImport, 'task'> & { readonly taskId: string };

export async function addPending(tx: EntityManager, { taskId, ...pending }: NewPendingImport): Promise<void> {
  await tx.insert(PendingImport, { ...pending, task: taskId });
}

/** The import of a task without its rows; null if the task has ended. */
export function findPending(em: EntityManager, taskId: string): Promise<PendingImport | null> {
  return em.findOne(PendingImport, { task: taskId }, { refresh: true });
}

/** The rows of a pending import, in JSON. */
export async function readPendingRows(em: EntityManager, taskId: string): Promise<string> {
  const { rows } = await sql<{ rows: string }>`
    select rows from pending_import where task_id = ${taskId}
  `.execute(em.getKysely());
  return rows[0]?.rows ?? '[]';
}

export async function setSecurities(
  em: EntityManager,
  taskId: string,
  securities: readonly PendingSecurity[],
): Promise<void> {
  await em.nativeUpdate(PendingImport, { task: taskId }, { securities });
}

export async function removePending(em: EntityManager, taskId: string): Promise<void> {
  await em.nativeDelete(PendingImport, { task: taskId });
}

/** Deletes what tasks have left that ended by the death of their workers. */
export async function removeEnded(em: EntityManager): Promise<void> {
  await deleteInBatches(
    em,
    'pending_import',
    sql`exists (select from task where task.id = task_id and task.finished_at is not null)`,
  );
}
