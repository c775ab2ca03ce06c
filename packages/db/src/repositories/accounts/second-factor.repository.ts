import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { RecoveryCode, SecondFactor, User } from '../../entities/accounts.ts';

export function find(em: EntityManager, userId: string): Promise<SecondFactor | null> {
  return em.findOne(SecondFactor, { user: userId });
}

/** Stores a pending second factor in place of an earlier one. `tx` must have locked the user. */
export async function replacePending(
  tx: EntityManager,
  userId: string,
  { secret, createdAt }: { secret: Buffer; createdAt: Date },
): Promise<void> {
  await tx.nativeDelete(SecondFactor, { user: userId });
  await tx.insert(SecondFactor, { user: userId, secret, createdAt, lastStep: null });
}

/** Puts the pending second factor into effect. `tx` must have locked the user. */
export async function activate(tx: EntityManager, userId: string, at: Date): Promise<void> {
  await tx.nativeUpdate(User, { id: userId }, { secondFactorAt: at });
}

/**
 * Accepts a code once: marks its step and all before as used.
 * @returns false if the step was used
 */
export async function useStep(em: EntityManager, userId: string, step: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update second_factor set last_step = ${step}
    where user_id = ${userId} and (last_step is null or last_step < ${step})
  `.execute(em.getKysely());
  return numAffectedRows === 1n;
}

/** Replaces all recovery codes of a user. `tx` must have locked the user. */
export async function replaceRecoveryCodes(
  tx: EntityManager,
  userId: string,
  digests: readonly string[],
): Promise<void> {
  await tx.nativeDelete(RecoveryCode, { user: userId });
  await tx.insertMany(
    RecoveryCode,
    digests.map((digest) => ({ user: userId, digest })),
  );
}

/** @returns whether the user had this recovery code, which is used up now */
export async function useRecoveryCode(em: EntityManager, userId: string, digest: string): Promise<boolean> {
  return (await em.nativeDelete(RecoveryCode, { user: userId, digest })) > 0;
}

export function countRecoveryCodes(em: EntityManager, userId: string): Promise<number> {
  return em.count(RecoveryCode, { user: userId });
}

/** Turns two-step sign-in off. @returns whether it was on */
export async function remove(tx: EntityManager, userId: string): Promise<boolean> {
  await tx.nativeDelete(SecondFactor, { user: userId });
  await tx.nativeDelete(RecoveryCode, { user: userId });
  const changed = await tx.nativeUpdate(
    User,
    { id: userId, secondFactorAt: { $ne: null } },
    { secondFactorAt: null },
  );
  return changed > 0;
}
