import { randomUUID } from 'node:crypto';
import {
  createLuciaAdapter,
  type Database,
  digestToken,
  ForeignKeyConstraintViolationException,
  SignIn,
  signInRepository,
  type UserAttributes,
} from '@stockbook/db';
import { Lucia, TimeSpan } from 'lucia';
import type { Credential } from '../context.ts';
import { newToken } from './new-token.ts';

export interface SignInOptions {
  readonly accessTokenTtlS: number;
  readonly refreshTokenTtlS: number;
  readonly clock: () => Date;
}

export interface AccessToken {
  readonly accessToken: string;
  readonly expiresAt: Date;
}

/** Who a token belongs to. */
export interface Bearer {
  readonly user: UserAttributes & { id: string };
  readonly credential: Credential;
}

/** Sign-ins: tokens are made, checked and ended here, and kept as digests only. */
export interface SignIns {
  start(userId: string): Promise<AccessToken & { refreshToken: string }>;
  /** A new access token for a refresh token, or null where the token is not good (any more). */
  renew(refreshToken: string): Promise<AccessToken | null>;
  check(accessToken: string): Promise<Bearer | null>;
  end(signInId: string): Promise<void>;
}

export function createSignIns(database: Database, options: SignInOptions): SignIns {
  const { accessTokenTtlS, refreshTokenTtlS, clock } = options;
  const lucia = new Lucia(createLuciaAdapter(database), {
    // Lucia prolongs a session in the second half of its span. Ours do not slide with use: a span of
    // nothing has no second half, and the true end is an attribute that our adapter stores.
    sessionExpiresIn: new TimeSpan(0, 's'),
    getUserAttributes: (attributes) => attributes,
    getSessionAttributes: ({ signInId }) => ({ signInId }),
  });

  const inSeconds = (seconds: number) => new Date(clock().getTime() + seconds * 1000);

  async function newAccessToken(userId: string, signInId: string): Promise<AccessToken> {
    const accessToken = newToken();
    const expiresAt = inSeconds(accessTokenTtlS);
    await lucia.createSession(userId, { signInId, expiresAt }, { sessionId: accessToken });
    return { accessToken, expiresAt };
  }

  return {
    async start(userId) {
      const refreshToken = newToken();
      const id = randomUUID();
      await database.fork().insert(SignIn, {
        id,
        user: userId,
        refreshDigest: digestToken(refreshToken),
        expiresAt: inSeconds(refreshTokenTtlS),
        createdAt: clock(),
      });
      return { refreshToken, ...(await newAccessToken(userId, id)) };
    },
    async renew(refreshToken) {
      const signIn = await signInRepository.findByRefreshDigest(
        database.fork(),
        digestToken(refreshToken),
        clock(),
      );
      if (!signIn) return null;
      try {
        return await newAccessToken(signIn.user.id, signIn.id);
      } catch (error) {
        // The sign-in ended between the two statements.
        if (error instanceof ForeignKeyConstraintViolationException) return null;
        throw error;
      }
    },
    async check(accessToken) {
      const { session, user } = await lucia.validateSession(accessToken);
      if (!session) return null;
      const { signInId, expiresAt } = session;
      return { user, credential: { kind: 'sign-in', id: signInId, expiresAt } };
    },
    end: (signInId) => signInRepository.end(database.fork(), signInId),
  };
}

declare module 'lucia' {
  interface Register {
    Lucia: Lucia<{ signInId: string }, UserAttributes>;
  }
}
