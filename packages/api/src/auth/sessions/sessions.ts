import { randomUUID } from 'node:crypto';
import {
  createFindValidToken,
  createLuciaAdapter,
  type Database,
  digestToken,
  type EntityManager,
  ForeignKeyConstraintViolationException,
  findSessionByRefreshDigest,
  personalAccessTokenRepository,
  type Session,
  sessionRepository,
  type TokenAttributes,
  type UserAttributes,
} from '@stockbook/db';
import { Lucia } from 'lucia';
import { newToken } from '../access-tokens/new-token.ts';
import type { Credential } from '../credential.ts';

export interface SessionOptions {
  readonly accessTokenTtlS: number;
  readonly refreshTokenTtlS: number;
  /** Per user. A further session ends the least recently used one. */
  readonly maxSessions: number;
  readonly clock: () => Date;
}

interface AccessToken {
  readonly accessToken: string;
  readonly expiresAt: Date;
}

/** An authenticated user, with the credential that was presented. */
export interface Principal {
  readonly user: UserAttributes & { id: string };
  readonly credential: Credential;
}

/** Creates, validates and revokes sessions and their tokens. Only digests of tokens are stored. */
export interface Sessions {
  /** Creates a session. `tx` must have locked or inserted the user's row. */
  create(tx: EntityManager, userId: string): Promise<AccessToken & { refreshToken: string }>;
  /** Issues an access token for a refresh token; null if the refresh token is unknown, expired or revoked. */
  refresh(refreshToken: string): Promise<AccessToken | null>;
  /**
   * Resolves an access token or a personal access token to its user, and records the use of the latter; null if it is
   * unknown, expired or revoked.
   */
  validate(token: string): Promise<Principal | null>;
  /** Ends a session with all its tokens. */
  revoke(sessionId: string): Promise<void>;
}

/** `last_used_at` is precise to the hour, so that not every request writes. */
const useNoteIntervalMs = 60 * 60 * 1000;

export function createSessions(database: Database, options: SessionOptions): Sessions {
  const { accessTokenTtlS, refreshTokenTtlS, maxSessions, clock } = options;
  const findValidToken = createFindValidToken(database, clock);

  function createLucia(fork: () => EntityManager) {
    return new Lucia(createLuciaAdapter({ fork, findValidToken, clock }), {
      getUserAttributes: (attributes) => attributes,
      getSessionAttributes: (token) => ({ token }),
    });
  }

  const lucia = createLucia(database.fork);

  const expiryAfter = (seconds: number) => new Date(clock().getTime() + seconds * 1000);

  /** Issues an access token that expires with its session at the latest. */
  async function newAccessToken(
    withLucia: Lucia,
    userId: string,
    session: Pick<Session, 'id' | 'expiresAt'>,
  ): Promise<AccessToken> {
    const accessToken = newToken();
    const expiresAt = new Date(Math.min(+expiryAfter(accessTokenTtlS), +session.expiresAt));
    const attributes = {
      kind: 'session',
      id: session.id,
      scope: 'write',
      expiresAt,
      lastUsedAt: null,
    } as const;
    await withLucia.createSession(userId, attributes, { sessionId: accessToken });
    return { accessToken, expiresAt };
  }

  async function noteUse({ kind, id, lastUsedAt }: TokenAttributes): Promise<void> {
    if (kind !== 'personal-access-token') return;
    const now = clock();
    if (lastUsedAt && now.getTime() - lastUsedAt.getTime() <= useNoteIntervalMs) return;
    await personalAccessTokenRepository.noteUse(database.fork(), id, now);
  }

  return {
    async create(tx, userId) {
      await sessionRepository.endLeastUsed(tx, userId, maxSessions - 1, clock());
      const refreshToken = newToken();
      const session = { id: randomUUID(), expiresAt: expiryAfter(refreshTokenTtlS) };
      const refreshDigest = digestToken(refreshToken);
      await sessionRepository.add(tx, { ...session, userId, refreshDigest, createdAt: clock() });
      const luciaInTransaction = createLucia(() => tx);
      return { refreshToken, ...(await newAccessToken(luciaInTransaction, userId, session)) };
    },
    async refresh(refreshToken) {
      const session = await findSessionByRefreshDigest(database.fork(), digestToken(refreshToken), clock());
      if (!session) return null;
      try {
        return await newAccessToken(lucia, session.user.id, session);
      } catch (error) {
        // The session was deleted after it was found.
        if (error instanceof ForeignKeyConstraintViolationException) return null;
        throw error;
      }
    },
    async validate(token) {
      const { session, user } = await lucia.validateSession(token);
      if (!session) return null;
      await noteUse(session.token);
      const { kind, id, scope, expiresAt } = session.token;
      return { user, credential: { kind, id, scope, expiresAt } };
    },
    revoke: (sessionId) => sessionRepository.end(database.fork(), sessionId),
  };
}

declare module 'lucia' {
  interface Register {
    Lucia: Lucia<{ token: TokenAttributes }, UserAttributes>;
  }
}
