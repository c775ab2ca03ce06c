import type { RequiredEntityData } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { User } from '../../entities/accounts.ts';
import * as instrumentRepository from '../stocks/instrument.repository.ts';
import * as backtestRepository from '../trading/backtest.repository.ts';

/** Normalises an email or username for comparison: Unicode form (NFKC), surrounding whitespace and case. */
export function comparisonKey(text: string): string {
  return text.normalize('NFKC').trim().toLowerCase();
}

/**
 * Stores a new user. Conflicts are ignored, because PostgreSQL would log the error with the email.
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
 * Whether password and second factor are unchanged and the account is enabled; locks the user, so that this stays true
 * until the transaction ends. A later change then revokes every session created in the transaction. Takes the lock of
 * `lockForUpdate`, under which sessions are counted: upgrading a weaker lock could deadlock.
 */
export async function lockIfCredentialsUnchanged(
  tx: EntityManager,
  { id, passwordHash, secondFactorAt }: Pick<User, 'id' | 'passwordHash' | 'secondFactorAt'>,
): Promise<boolean> {
  const { rows } = await sql`
    select from user_account
    where id = ${id} and password_hash is not distinct from ${passwordHash} and disabled_at is null
      and second_factor_at is not distinct from ${secondFactorAt}
    for no key update
  `.execute(tx.getKysely());
  return rows.length > 0;
}

export async function setPassword(
  em: EntityManager,
  id: string,
  password: Pick<User, 'passwordHash' | 'passwordChangedAt' | 'mustChangePasswordUntil'>,
): Promise<void> {
  await em.nativeUpdate(User, { id }, password);
}

/** The user as committed now, or as the transaction left it: never from the identity map. */
export function findById(em: EntityManager, id: string): Promise<User | null> {
  return em.findOne(User, { id }, { refresh: true });
}

export function list(em: EntityManager): Promise<User[]> {
  return em.find(User, {}, { orderBy: { createdAt: 'asc', id: 'asc' } });
}

/**
 * Locks the user's row until the transaction ends; rows that reference the user can still be inserted. Required before
 * checking a quota. The order of all locks is in docs/architecture.md.
 */
export async function lockForUpdate(tx: EntityManager, id: string): Promise<void> {
  await sql`select from user_account where id = ${id} for no key update`.execute(tx.getKysely());
}

/** The user, locked until the transaction ends, as `lockForUpdate` does; null if deleted or disabled. */
export async function lockIfEnabled(tx: EntityManager, id: string): Promise<User | null> {
  await lockForUpdate(tx, id);
  const user = await findById(tx, id);
  return user?.disabledAt === null ? user : null;
}

/** Which of the two is already taken; the email if both are. */
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

/** Locks the user's row so that no other transaction can insert a row that references it. */
export async function lockForDeletion(tx: EntityManager, id: string): Promise<void> {
  await sql`select from user_account where id = ${id} for update`.execute(tx.getKysely());
}

/** Deletes a user with everything that belongs to it. `tx` must have locked the row by `lockForDeletion`. */
export async function remove(tx: EntityManager, id: string): Promise<void> {
  await backtestRepository.removeAll(tx, { userId: id });
  await instrumentRepository.removeAll(tx, id);
  await tx.nativeDelete(User, { id });
}

export async function setDisabledAt(tx: EntityManager, id: string, disabledAt: Date | null): Promise<void> {
  await tx.nativeUpdate(User, { id }, { disabledAt });
}
