import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { Portfolio } from '../../entities/portfolios.ts';
import type { Page } from '../page.ts';

/** A portfolio's own fields, without references. */
type PortfolioFields = Omit<Portfolio, 'user' | 'benchmark' | 'revision'>;

/** The fields that its user may change. */
export type PortfolioChanges = Partial<Omit<PortfolioFields, 'id' | 'isExample' | 'createdAt'>> & {
  readonly benchmarkId?: number | null;
};

export async function add(
  tx: EntityManager,
  {
    userId,
    benchmarkId,
    ...portfolio
  }: PortfolioFields & { readonly userId: string; readonly benchmarkId: number | null },
): Promise<void> {
  await tx.insert(Portfolio, { ...portfolio, user: userId, benchmark: benchmarkId, revision: 0 });
}

export function countOfUser(em: EntityManager, userId: string): Promise<number> {
  return em.count(Portfolio, { user: userId });
}

/** A user's portfolio with its benchmark; null if it belongs to another user. */
export function findOfUser(em: EntityManager, userId: string, id: string): Promise<Portfolio | null> {
  return em.findOne(Portfolio, { id, user: userId }, { populate: ['benchmark'] });
}

/** The id of a user's example; null without one. */
export async function findExample(em: EntityManager, userId: string): Promise<string | null> {
  const example = await em.findOne(Portfolio, { user: userId, isExample: true }, { fields: ['id'] });
  return example?.id ?? null;
}

/**
 * Locks a user's portfolio until the transaction ends: nothing that belongs to it changes meanwhile.
 * @returns the portfolio as it is in the database now; null if it belongs to another user
 */
export function lockOfUser(tx: EntityManager, userId: string, id: string): Promise<Portfolio | null> {
  return tx.findOne(Portfolio, { id, user: userId }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });
}

/** Changes a portfolio that `tx` has locked, and its revision. */
export async function change(
  tx: EntityManager,
  id: string,
  { benchmarkId, ...changes }: PortfolioChanges,
): Promise<void> {
  await tx.nativeUpdate(
    Portfolio,
    { id },
    { ...changes, ...(benchmarkId === undefined ? {} : { benchmark: benchmarkId }) },
  );
  await bumpRevision(tx, id);
}

/** A portfolio of a user that `tx` has locked, with its benchmark, as it is after changes. */
export function reload(tx: EntityManager, userId: string, id: string): Promise<Portfolio> {
  return tx.findOneOrFail(Portfolio, { id, user: userId }, { populate: ['benchmark'], refresh: true });
}

/** Notes that something of a portfolio has changed, so that nothing computed before is used. */
export async function bumpRevision(tx: EntityManager, id: string): Promise<void> {
  await sql`update portfolio set revision = revision + 1 where id = ${id}`.execute(tx.getKysely());
}

/** Deletes a user's portfolio with all that belongs to it. @returns whether it existed */
export async function remove(em: EntityManager, userId: string, id: string): Promise<boolean> {
  return (await em.nativeDelete(Portfolio, { id, user: userId })) > 0;
}

/** The names of a user's portfolios, which are not unique, with the time when each was created. */
export async function listNames(
  em: EntityManager,
  userId: string,
): Promise<Pick<Portfolio, 'name' | 'createdAt'>[]> {
  const rows = await em.find(
    Portfolio,
    { user: userId },
    { fields: ['name', 'createdAt'], orderBy: { id: 'asc' } },
  );
  return rows.map(({ name, createdAt }) => ({ name, createdAt }));
}

/** A page of a user's portfolios with their benchmarks, newest first, and their total number. */
export function listOfUser(
  em: EntityManager,
  userId: string,
  { limit, offset }: Page,
): Promise<[Portfolio[], number]> {
  return em.findAndCount(
    Portfolio,
    { user: userId },
    {
      populate: ['benchmark'],
      orderBy: { createdAt: 'desc', id: 'desc' },
      limit,
      offset,
    },
  );
}
