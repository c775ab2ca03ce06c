import type { EntityManager } from '@mikro-orm/postgresql';
import type { Task } from '../../entities/tasks.ts';
import { Sweep } from '../../entities/trading.ts';
import type { Page } from '../page.ts';

export type SweepRow = Omit<Sweep, 'user' | 'strategy' | 'task'> & {
  readonly strategy: { readonly id: string };
  /** Null after the task was cleaned up. */
  readonly task?: Task | null | undefined;
};

export interface NewSweep
  extends Pick<Sweep, 'id' | 'rules' | 'settings' | 'ranges' | 'outOfSamplePercent' | 'createdAt'> {
  readonly userId: string;
  readonly strategyId: string;
  readonly taskId: string;
}

/**
 * Adds a sweep, and deletes the oldest ones of its strategy. `tx` must have locked the user's row.
 * @param maximum sweeps of a strategy
 */
export async function add(
  tx: EntityManager,
  { userId, strategyId, taskId, ...sweep }: NewSweep,
  maximum: number,
): Promise<void> {
  await tx.insert(Sweep, {
    ...sweep,
    user: userId,
    strategy: strategyId,
    task: taskId,
    splitDate: null,
    rows: null,
  });
  const excess = await tx.find(
    Sweep,
    { strategy: strategyId },
    { fields: ['id'], orderBy: { createdAt: 'desc', id: 'desc' }, offset: maximum },
  );
  await tx.nativeDelete(Sweep, { id: { $in: excess.map(({ id }) => id) } });
}

/** A page of a strategy's sweeps, newest first. */
export function listOfStrategy(
  em: EntityManager,
  strategyId: string,
  { limit, offset }: Page,
): Promise<SweepRow[]> {
  return em.find(
    Sweep,
    { strategy: strategyId },
    { populate: ['task'], orderBy: { createdAt: 'desc', id: 'desc' }, limit, offset },
  );
}

export function countOfStrategy(em: EntityManager, strategyId: string): Promise<number> {
  return em.count(Sweep, { strategy: strategyId });
}

/** A user's sweep; null if it belongs to another user. */
export function findOfUser(em: EntityManager, userId: string, id: string): Promise<SweepRow | null> {
  return em.findOne(Sweep, { id, user: userId }, { populate: ['task'] });
}

export async function findIdByTask(em: EntityManager, taskId: string): Promise<string | null> {
  const sweep = await em.findOne(Sweep, { task: taskId }, { fields: ['id'] });
  return sweep?.id ?? null;
}

/** Stores what a sweep found. `tx` must have locked the sweep's task, which is active. */
export async function saveRows(
  tx: EntityManager,
  id: string,
  { splitDate, rows }: Pick<Sweep, 'splitDate' | 'rows'>,
): Promise<void> {
  await tx.nativeUpdate(Sweep, { id }, { splitDate, rows });
}
