import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { User } from '../../entities/accounts.ts';
import { ProviderConnection, ProviderSession } from '../../entities/identity-provider.ts';

/** A person at an identity provider. */
export interface ProviderSubject {
  readonly issuer: string;
  readonly subject: string;
}

/** The user who is connected with a person at the provider. */
export async function findUser(
  em: EntityManager,
  { issuer, subject }: ProviderSubject,
): Promise<User | null> {
  const connection = await em.findOne(ProviderConnection, { issuer, subject });
  return connection && em.findOne(User, { id: connection.user.id }, { refresh: true });
}

export function findOfUser(
  em: EntityManager,
  userId: string,
  issuer: string,
): Promise<ProviderConnection | null> {
  return em.findOne(ProviderConnection, { user: userId, issuer });
}

/** All connections of a user, also with providers of former settings. */
export function listOfUser(em: EntityManager, userId: string): Promise<ProviderConnection[]> {
  return em.find(ProviderConnection, { user: userId }, { orderBy: { createdAt: 'asc' } });
}

/** @returns false if the person is connected with another user, or the user with another person */
export async function add(
  tx: EntityManager,
  userId: string,
  { issuer, subject }: ProviderSubject,
  createdAt: Date,
): Promise<boolean> {
  const { rows } = await sql`
    insert into provider_connection (issuer, subject, user_id, created_at)
    values (${issuer}, ${subject}, ${userId}, ${createdAt})
    on conflict do nothing
    returning 1
  `.execute(tx.getKysely());
  return rows.length > 0;
}

/** @returns whether there was a connection */
export async function remove(tx: EntityManager, userId: string, issuer: string): Promise<boolean> {
  return (await tx.nativeDelete(ProviderConnection, { user: userId, issuer })) > 0;
}

/** Notes how a new session began. */
export async function addSession(
  tx: EntityManager,
  sessionId: string,
  begun: ProviderSubject & { providerSessionId: string | null },
): Promise<void> {
  await tx.insert(ProviderSession, { ...begun, session: sessionId });
}

/** The sessions that began with a person at the provider, or with one session there, and their users. */
export async function listSessions(
  em: EntityManager,
  issuer: string,
  { subject, providerSessionId }: { subject: string | null; providerSessionId: string | null },
): Promise<{ sessionId: string; userId: string }[]> {
  const { rows } = await sql<{ sessionId: string; userId: string }>`
    select session_id as "sessionId", user_id as "userId"
    from provider_session join session on session.id = session_id
    where issuer = ${issuer} and (${subject}::text is null or subject = ${subject})
      and (${providerSessionId}::text is null or provider_session_id = ${providerSessionId})
    order by user_id, session_id
  `.execute(em.getKysely());
  return rows;
}
