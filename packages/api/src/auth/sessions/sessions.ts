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
import type { Credential } from '../../context.ts';
import { newToken } from '../access-tokens/new-token.ts';

export interface SessionOptions {
  readonly accessTokenTtlS: number;
  readonly refreshTokenTtlS: number;
  /** Of one user; another one ends the one longest unused. */
  readonly maxSignIns: number;
  readonly clock: () => Date;
}

export interface AccessToken {
  readonly accessToken: string;
  readonly expiresAt: Date;
}

/** Who a token belongs to. */
export interface Principal {
  readonly user: UserAttributes & { id: string };
  readonly credential: Credential;
}

/** Sign-ins: tokens are made, checked and ended here, and kept as digests only. */
export interface Sessions {
  /** Begins a sign-in of a user, in the transaction that holds the user, or creates it. */
  create(tx: EntityManager, userId: string): Promise<AccessToken & { refreshToken: string }>;
  /** A new access token for a refresh token, or null where the token is not good (any more). */
  refresh(refreshToken: string): Promise<AccessToken | null>;
  validate(accessToken: string): Promise<Principal | null>;
  revoke(signInId: string): Promise<void>;
}

function luciaOn(database: Database) {
  return new Lucia(createLuciaAdapter(database), {
    // Lucia prolongs a session in the second half of its span. Ours do not slide with use: a span of
    // nothing has no second half, and the true end is an attribute that our adapter stores.
    sessionExpiresIn: new TimeSpan(0, 's'),
    getUserAttributes: (attributes) => attributes,
    getSessionAttributes: ({ signInId }) => ({ signInId }),
  });
}

export function createSessions(database: Database, options: SessionOptions): Sessions {
  const { accessTokenTtlS, refreshTokenTtlS, maxSignIns, clock } = options;
  const lucia = luciaOn(database);

  const inSeconds = (seconds: number) => new Date(clock().getTime() + seconds * 1000);

  /** An access token that ends with its sign-in at the latest: an expired sign-in takes its tokens along. */
  async function newAccessToken(
    on: Lucia,
    userId: string,
    signIn: Pick<SignIn, 'id' | 'expiresAt'>,
  ): Promise<AccessToken> {
    const accessToken = newToken();
    const expiresAt = new Date(Math.min(+inSeconds(accessTokenTtlS), +signIn.expiresAt));
    await on.createSession(userId, { signInId: signIn.id, expiresAt }, { sessionId: accessToken });
    return { accessToken, expiresAt };
  }

  return {
    async create(tx, userId) {
      await signInRepository.endLeastUsed(tx, userId, maxSignIns - 1, clock());
      const refreshToken = newToken();
      const signIn = { id: randomUUID(), expiresAt: inSeconds(refreshTokenTtlS) };
      await tx.insert(SignIn, {
        ...signIn,
        user: userId,
        refreshDigest: digestToken(refreshToken),
        createdAt: clock(),
      });
      const inTransaction = luciaOn({ ...database, fork: () => tx });
      return { refreshToken, ...(await newAccessToken(inTransaction, userId, signIn)) };
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
        // The sign-in ended between the two statements.
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
