import { randomUUID } from 'node:crypto';
import {
  createLuciaAdapter,
  type Database,
  digestToken,
  type EntityManager,
  ForeignKeyConstraintViolationException,
  SignIn,
  signInRepository,
  type UserAttributes,
} from '@stockbook/db';
import { Lucia, TimeSpan } from 'lucia';
import { newToken } from '../access-tokens/new-token.ts';
import type { Credential } from '../credential.ts';

export interface SessionOptions {
  readonly accessTokenTtlS: number;
  readonly refreshTokenTtlS: number;
  /** Per user. A further sign-in ends the least recently used one. */
  readonly maxSignIns: number;
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

/** Creates, validates and revokes sign-ins and their tokens. Only digests of tokens are stored. */
export interface Sessions {
  /** Creates a sign-in. `tx` must have locked or inserted the user's row. */
  create(tx: EntityManager, userId: string): Promise<AccessToken & { refreshToken: string }>;
  /** Issues an access token for a refresh token; null if the refresh token is unknown, expired or revoked. */
  refresh(refreshToken: string): Promise<AccessToken | null>;
  /** Resolves an access token to its user; null if it is unknown, expired or revoked. */
  validate(accessToken: string): Promise<Principal | null>;
  /** Ends a sign-in with all its tokens. */
  revoke(signInId: string): Promise<void>;
}

function createLucia(database: Database) {
  return new Lucia(createLuciaAdapter(database), {
    // Lucia extends a session in the second half of its lifetime. Access tokens must not slide: a lifetime of zero
    // has no second half. The real `expiresAt` is an attribute that the adapter stores.
    sessionExpiresIn: new TimeSpan(0, 's'),
    getUserAttributes: (attributes) => attributes,
    getSessionAttributes: ({ signInId }) => ({ signInId }),
  });
}

export function createSessions(database: Database, options: SessionOptions): Sessions {
  const { accessTokenTtlS, refreshTokenTtlS, maxSignIns, clock } = options;
  const lucia = createLucia(database);

  const expiryAfter = (seconds: number) => new Date(clock().getTime() + seconds * 1000);

  /** Issues an access token that expires with its sign-in at the latest. */
  async function newAccessToken(
    withLucia: Lucia,
    userId: string,
    signIn: Pick<SignIn, 'id' | 'expiresAt'>,
  ): Promise<AccessToken> {
    const accessToken = newToken();
    const expiresAt = new Date(Math.min(+expiryAfter(accessTokenTtlS), +signIn.expiresAt));
    await withLucia.createSession(userId, { signInId: signIn.id, expiresAt }, { sessionId: accessToken });
    return { accessToken, expiresAt };
  }

  return {
    async create(tx, userId) {
      await signInRepository.endLeastUsed(tx, userId, maxSignIns - 1, clock());
      const refreshToken = newToken();
      const signIn = { id: randomUUID(), expiresAt: expiryAfter(refreshTokenTtlS) };
      await tx.insert(SignIn, {
        ...signIn,
        user: userId,
        refreshDigest: digestToken(refreshToken),
        createdAt: clock(),
      });
      const luciaInTransaction = createLucia({ ...database, fork: () => tx });
      return { refreshToken, ...(await newAccessToken(luciaInTransaction, userId, signIn)) };
    },
    async refresh(refreshToken) {
      const signIn = await signInRepository.findByRefreshDigest(
        database.fork(),
        digestToken(refreshToken),
        clock(),
      );
      if (!signIn) return null;
      try {
        return await newAccessToken(lucia, signIn.user.id, signIn);
      } catch (error) {
        // The sign-in was deleted after `findByRefreshDigest`.
        if (error instanceof ForeignKeyConstraintViolationException) return null;
        throw error;
      }
    },
    async validate(accessToken) {
      const { session, user } = await lucia.validateSession(accessToken);
      if (!session) return null;
      const { signInId, expiresAt } = session;
      return { user, credential: { kind: 'sign-in', id: signInId, expiresAt } };
    },
    revoke: (signInId) => signInRepository.end(database.fork(), signInId),
  };
}

declare module 'lucia' {
  interface Register {
    Lucia: Lucia<{ signInId: string }, UserAttributes>;
  }
}
