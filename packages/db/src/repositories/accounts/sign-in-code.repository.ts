import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { SignInCode, UsedSecret } from '../../entities/identity-provider.ts';

export interface NewSignInCode
  extends Pick<
    SignInCode,
    'digest' | 'browserDigest' | 'issuer' | 'subject' | 'providerSessionId' | 'authenticatedAt' | 'expiresAt'
  > {
  readonly userId: string;
}

export async function add(tx: EntityManager, { userId, ...code }: NewSignInCode): Promise<void> {
  await tx.insert(SignInCode, { ...code, user: userId });
}

/**
 * Finds a code and deletes it: it is good once.
 * @param isOperators whether the operator handed it over
 * @returns null if it is unknown or has expired
 */
export async function take(
  em: EntityManager,
  digest: string,
  now: Date,
  { isOperators }: { isOperators: boolean },
): Promise<NewSignInCode | null> {
  const { rows } = await sql<
    Omit<NewSignInCode, 'authenticatedAt' | 'expiresAt'> & {
      authenticatedAt: string | null;
      expiresAt: string;
    }
  >`
    delete from sign_in_code where digest = ${digest} and (browser_digest is null) = ${isOperators}::boolean
    returning digest, user_id as "userId", browser_digest as "browserDigest", issuer, subject,
      provider_session_id as "providerSessionId", authenticated_at as "authenticatedAt", expires_at as "expiresAt"
  `.execute(em.getKysely());
  const [row] = rows;
  if (!row || new Date(row.expiresAt) <= now) return null;
  const { authenticatedAt, expiresAt, ...code } = row;
  return {
    ...code,
    authenticatedAt: authenticatedAt === null ? null : new Date(authenticatedAt),
    expiresAt: new Date(expiresAt),
  };
}

/** Deletes the codes of a person at the provider, or of one session there. */
export async function removeOfSubject(
  tx: EntityManager,
  issuer: string,
  { subject, providerSessionId }: { subject: string | null; providerSessionId: string | null },
): Promise<void> {
  await tx.nativeDelete(SignInCode, {
    issuer,
    ...(subject === null ? {} : { subject }),
    ...(providerSessionId === null ? {} : { providerSessionId }),
  });
}

/**
 * Uses up a secret that is good once. Deletes expired ones, so that anonymous requests cannot fill the table.
 * @returns false if it was used up before
 */
export async function useOnce(
  em: EntityManager,
  digest: string,
  expiresAt: Date,
  now: Date,
): Promise<boolean> {
  await deleteExpired(em, now);
  const { rows } = await sql`
    insert into used_secret (digest, expires_at) values (${digest}, ${expiresAt}) on conflict do nothing returning 1
  `.execute(em.getKysely());
  return rows.length > 0;
}

/** Deletes codes that have expired, and used secrets that would have. */
async function deleteExpired(em: EntityManager, now: Date): Promise<void> {
  await em.nativeDelete(SignInCode, { expiresAt: { $lte: now } });
  await em.nativeDelete(UsedSecret, { expiresAt: { $lte: now } });
}
