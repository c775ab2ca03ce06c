import type { RequiredEntityData } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { User } from '../entities/user.entity.ts';

/** Emails and usernames are compared without case and outer blanks, whatever Unicode form they were typed in. */
export function comparisonKey(text: string): string {
  return text.normalize('NFKC').trim().toLowerCase();
}

/**
 * Stores a new user. A conflict is no error to PostgreSQL, which would write the email to its log.
 * @returns false if the email or the username is taken
 */
export async function insert(em: EntityManager, user: RequiredEntityData<User>): Promise<boolean> {
  const { affectedRows } = await em
    .createQueryBuilder(User)
    .insert(user)
    .onConflict()
    .ignore()
    .execute('run');
  return affectedRows === 1;
}

export function findByEmail(em: EntityManager, email: string): Promise<User | null> {
  return em.findOne(User, { emailKey: comparisonKey(email) });
}

/**
 * Whether the user's password is still the one with this hash. Until the transaction ends it cannot be changed: a
 * sign-in that is made in the transaction is one that a change of the password ends, or none is made. Takes the same
 * lock as `hold`, because the sign-ins are counted under it: a shared lock that is upgraded later would deadlock.
 */
export async function lockIfPasswordUnchanged(
  tx: EntityManager,
  { id, passwordHash }: Pick<User, 'id' | 'passwordHash'>,
): Promise<boolean> {
  const { rows } = await sql`
    select from user_account where id = ${id} and password_hash = ${passwordHash} for no key update
  `.execute(tx.getKysely());
  return rows.length > 0;
}

export function list(em: EntityManager): Promise<User[]> {
  return em.find(User, {}, { orderBy: { createdAt: 'asc', id: 'asc' } });
}

/**
 * Locks the user's row until the transaction ends; rows that refer to the user can still be inserted. Whatever counts
 * against a quota takes this lock first.
 *
 * Every transaction takes its locks in this order, so that none waits for another in a circle: user, task, stock,
 * user_stock, then calculated_indicator and price_bar.
 */
export async function lockForUpdate(tx: EntityManager, id: string): Promise<void> {
  await sql`select from user_account where id = ${id} for no key update`.execute(tx.getKysely());
}

/** Which of the two is taken already, the email first. */
export async function findConflict(
  em: EntityManager,
  email: string,
  username: string,
): Promise<'email' | 'username' | null> {
  const emailKey = comparisonKey(email);
  const taken = await em.find(User, { $or: [{ emailKey }, { usernameKey: comparisonKey(username) }] });
  if (taken.length === 0) return null;
  return taken.some((user) => user.emailKey === emailKey) ? 'email' : 'username';
}
