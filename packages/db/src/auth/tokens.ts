import { hash } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Adapter, DatabaseSession } from 'lucia';
import type { Database } from '../connection/database.ts';
import { batched } from '../connection/prepared.ts';
import { AccessToken, type TokenScope, type User } from '../entities/accounts.ts';

declare module 'lucia' {
  interface Register {
    DatabaseUserAttributes: UserAttributes;
    DatabaseSessionAttributes: TokenAttributes;
  }
}

/** The stored form of a token: reading the database does not reveal a usable token. */
export function digestToken(token: string): string {
  return hash('sha256', token);
}

export interface UserAttributes extends Pick<User, 'email' | 'username' | 'firstName' | 'lastName'> {
  /** Whether the operator has set the password. */
  readonly mustChangePassword: boolean;
  readonly hasSecondFactor: boolean;
}

/** The credential behind a valid bearer token. */
export interface TokenAttributes {
  readonly kind: 'session' | 'personal-access-token';
  /** Id of the session or of the personal access token. */
  readonly id: string;
  readonly scope: TokenScope;
  readonly expiresAt: Date;
  /** Last recorded use of a personal access token; null if there is none. */
  readonly lastUsedAt: Date | null;
}

interface ValidToken extends TokenAttributes {
  readonly user: UserAttributes & { readonly id: string };
}

/** Finds a bearer token by its digest; null if it is unknown, revoked or expired. */
export type FindValidToken = (digest: string) => Promise<ValidToken | null>;

interface TokenRow extends UserAttributes, Omit<TokenAttributes, 'expiresAt' | 'lastUsedAt'> {
  userId: string;
  expiresAt: string;
  lastUsedAt: string | null;
}

const validTokens = `
  select request.ordinality::int as ordinality, token.kind, token.id, token.scope, token.user_id as "userId",
    token.expires_at as "expiresAt", token.last_used_at as "lastUsedAt",
    email, username, first_name as "firstName", last_name as "lastName",
    must_change_password_until is not null as "mustChangePassword", second_factor_at is not null as "hasSecondFactor"
  from unnest((select $2::text[])) with ordinality request (digest, ordinality)
    join (
      select digest, 'session' as kind, session_id as id, 'write' as scope, user_id, expires_at,
        null::timestamptz as last_used_at
      from access_token
      union all
      select digest, 'personal-access-token', id, scope, user_id, expires_at, last_used_at
      from personal_access_token
    ) token on token.digest = request.digest and token.expires_at > $1
    join user_account on user_account.id = token.user_id`;

/** The only reader that decides whether a bearer token is valid, by the time of `clock`. */
export function createFindValidToken(database: Database, clock: () => Date): FindValidToken {
  return batched(database, {
    name: 'valid tokens',
    text: validTokens,
    valuesOf: (digests: readonly string[]) => [clock(), digests],
    resultOf: ({ kind, id, scope, userId, expiresAt, lastUsedAt, ...columns }: TokenRow) => ({
      kind,
      id,
      scope,
      expiresAt: new Date(expiresAt),
      lastUsedAt: lastUsedAt === null ? null : new Date(lastUsedAt),
      user: {
        id: userId,
        email: columns.email,
        username: columns.username,
        firstName: columns.firstName,
        lastName: columns.lastName,
        mustChangePassword: columns.mustChangePassword,
        hasSecondFactor: columns.hasSecondFactor,
      },
    }),
  });
}

/**
 * Lucia would judge the expiry again, by the time of the machine, and would extend it in the second half of its life:
 * access tokens must not slide. The real expiry is in the attributes.
 */
const neverExpires = new Date(8.64e15);

function toDatabaseSession(
  id: string,
  userId: string,
  { kind, id: credentialId, scope, expiresAt, lastUsedAt }: TokenAttributes,
): DatabaseSession {
  const attributes = { kind, id: credentialId, scope, expiresAt, lastUsedAt };
  return { id, userId, expiresAt: neverExpires, attributes };
}

interface AdapterParts {
  /** Forks the entity manager, or returns that of a transaction. */
  readonly fork: () => EntityManager;
  readonly findValidToken: FindValidToken;
  readonly clock: () => Date;
}

/**
 * Lucia's adapter for our tables. Lucia passes the raw session id, which is the bearer token; only its digest is
 * stored. A personal access token is a session, too, which Lucia validates but never changes.
 */
export function createLuciaAdapter({ fork, findValidToken, clock }: AdapterParts): Adapter {
  return {
    async getSessionAndUser(sessionId) {
      const token = await findValidToken(digestToken(sessionId));
      if (!token) return [null, null];
      const { id, ...attributes } = token.user;
      return [toDatabaseSession(sessionId, id, token), { id, attributes }];
    },
    async getUserSessions(userId) {
      const sessions = await fork().find(AccessToken, { user: userId });
      return sessions.map(({ digest, session, expiresAt }) =>
        toDatabaseSession(digest, userId, {
          kind: 'session',
          id: session.id,
          scope: 'write',
          expiresAt,
          lastUsedAt: null,
        }),
      );
    },
    async setSession({ id, userId, attributes }) {
      await fork().insert(AccessToken, {
        digest: digestToken(id),
        user: userId,
        session: attributes.id,
        expiresAt: attributes.expiresAt,
      });
    },
    async updateSessionExpiration(sessionId, expiresAt) {
      await fork().nativeUpdate(AccessToken, { digest: digestToken(sessionId) }, { expiresAt });
    },
    async deleteSession(sessionId) {
      await fork().nativeDelete(AccessToken, { digest: digestToken(sessionId) });
    },
    async deleteUserSessions(userId) {
      await fork().nativeDelete(AccessToken, { user: userId });
    },
    async deleteExpiredSessions() {
      await fork().nativeDelete(AccessToken, { expiresAt: { $lte: clock() } });
    },
  };
}
