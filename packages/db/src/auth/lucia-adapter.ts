import type { EntityManager } from '@mikro-orm/postgresql';
import type { Adapter, DatabaseSession } from 'lucia';
import { AccessToken } from '../entities/accounts.ts';
import {
  digestToken,
  type FindValidToken,
  type TokenAttributes,
  type UserAttributes,
} from './valid-token.ts';

declare module 'lucia' {
  interface Register {
    DatabaseUserAttributes: UserAttributes;
    DatabaseSessionAttributes: TokenAttributes;
  }
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
