import type { EntityManager } from '@mikro-orm/postgresql';
import { StudySet } from '../../entities/indicators.ts';
import type { Page } from '../page.ts';

export async function add(
  tx: EntityManager,
  { userId, ...set }: Omit<StudySet, 'user'> & { userId: string },
): Promise<void> {
  await tx.insert(StudySet, { ...set, user: userId });
}

export function countOfUser(em: EntityManager, userId: string): Promise<number> {
  return em.count(StudySet, { user: userId });
}

/** Whether a user has a set of this name, other than `exceptId`. */
export async function hasName(
  em: EntityManager,
  userId: string,
  name: string,
  exceptId: string | null,
): Promise<boolean> {
  return (
    (await em.count(StudySet, { user: userId, name, ...(exceptId ? { id: { $ne: exceptId } } : {}) })) > 0
  );
}

/** A user's set; null if it belongs to another user. */
export function findOfUser(em: EntityManager, userId: string, id: string): Promise<StudySet | null> {
  return em.findOne(StudySet, { id, user: userId });
}

export async function change(
  tx: EntityManager,
  id: string,
  changes: Partial<Pick<StudySet, 'name' | 'studies' | 'updatedAt'>>,
): Promise<void> {
  await tx.nativeUpdate(StudySet, { id }, changes);
}

/** Deletes a user's set. @returns whether it existed */
export async function remove(em: EntityManager, userId: string, id: string): Promise<boolean> {
  return (await em.nativeDelete(StudySet, { id, user: userId })) > 0;
}

/** A page of a user's sets by name, and their total number. */
export function listOfUser(
  em: EntityManager,
  userId: string,
  { limit, offset }: Page,
): Promise<[StudySet[], number]> {
  return em.findAndCount(StudySet, { user: userId }, { orderBy: { name: 'asc', id: 'asc' }, limit, offset });
}
