import { createHash } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Adapter, DatabaseSession, DatabaseUser } from 'lucia';
import { Session } from './entities/session.entity.ts';
import type { User } from './entities/user.entity.ts';

/** What is kept of a token: whoever reads the database cannot sign in with it. */
export function digestToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** What Lucia carries of a user. */
export type UserAttributes = Pick<User, 'email' | 'username' | 'firstName' | 'lastName'>;

declare module 'lucia' {
  interface Register {
    DatabaseUserAttributes: UserAttributes;
    /** The session's true end goes along as an attribute: Lucia's own would slide with use. */
    DatabaseSessionAttributes: { signInId: string; expiresAt: Date };
  }
}

function toDatabaseSession(id: string, session: Session): DatabaseSession {
  return {
    id,
    userId: session.user.id,
    expiresAt: session.expiresAt,
    attributes: { signInId: session.signIn.id, expiresAt: session.expiresAt },
  };
}

function toDatabaseUser({ id, email, username, firstName, lastName }: User): DatabaseUser {
  return { id, attributes: { email, username, firstName, lastName } };
}

/**
 * Lucia's store on our tables. Lucia hands over the raw session id, which is the access token; only its digest
 * goes into the database. Each call works on a fork of its own.
 */
export function createLuciaAdapter(fork: () => EntityManager): Adapter {
  return {
    async getSessionAndUser(sessionId) {
      const session = await fork().findOne(
        Session,
        { digest: digestToken(sessionId) },
        { populate: ['user'] },
      );
      return session ? [toDatabaseSession(sessionId, session), toDatabaseUser(session.user)] : [null, null];
    },
    async getUserSessions(userId) {
      const sessions = await fork().find(Session, { user: userId });
      return sessions.map((session) => toDatabaseSession(session.digest, session));
    },
    async setSession({ id, userId, attributes }) {
      await fork().insert(Session, {
        digest: digestToken(id),
        user: userId,
        signIn: attributes.signInId,
        expiresAt: attributes.expiresAt,
      });
    },
    async updateSessionExpiration(sessionId, expiresAt) {
      await fork().nativeUpdate(Session, { digest: digestToken(sessionId) }, { expiresAt });
    },
    async deleteSession(sessionId) {
      await fork().nativeDelete(Session, { digest: digestToken(sessionId) });
    },
    async deleteUserSessions(userId) {
      await fork().nativeDelete(Session, { user: userId });
    },
    async deleteExpiredSessions() {
      await fork().nativeDelete(Session, { expiresAt: { $lte: new Date() } });
    },
  };
}
