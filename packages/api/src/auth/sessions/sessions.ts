import { randomUUID } from 'node:crypto';
import { minuteMs } from '@stockbook/common/durations';
import {
  createFindValidToken,
  createLuciaAdapter,
  type Database,
  digestToken,
  type EntityManager,
  type ProviderSubject,
  providerConnectionRepository,
  type Session,
  type SignInMethod,
  sessionRepository,
  type TokenAttributes,
  type UserAttributes,
} from '@stockbook/db';
import { Lucia } from 'lucia';
import { AppError } from '../../errors.ts';
import type { Log } from '../../log.ts';
import { newToken } from '../access-tokens/new-token.ts';
import type { Credential, Origin } from '../credential.ts';
import { type RequiredProof, requireChosenPassword, requireSecondFactor } from './required-steps.ts';
import { createUseRecorder } from './use-recorder.ts';

export interface SessionOptions {
  readonly accessTokenTtlS: number;
  readonly refreshTokenTtlS: number;
  /** A session that is unused for so long ends. */
  readonly idleTimeoutS: number;
  /** The issuer of the identity provider; null without one. */
  readonly providerIssuer: string | null;
  /** Per user. A further session ends the least recently used one. */
  readonly maxSessions: number;
  readonly clock: () => Date;
  readonly log: Log;
}

/** The proof with which a session begins. */
export interface Beginning {
  readonly by: SignInMethod;
  /** When the identity provider has checked the user; of other proofs, the beginning counts. */
  readonly confirmedAt?: Date;
  /** Facts of a session that begins at the identity provider, which may end it. */
  readonly providerSession?: ProviderSubject & { readonly providerSessionId: string | null };
}

interface AccessToken {
  readonly accessToken: string;
  readonly expiresAt: Date;
}

/** The tokens of a new session, or the new tokens of one. */
export interface SessionTokens extends AccessToken {
  readonly sessionId: string;
  readonly refreshToken: string;
}

/** The result of a renewal. `reused` if the token had been replaced: two clients have it, one of which stole it. */
type Renewal =
  | (AccessToken & {
      readonly kind: 'renewed';
      /** Null if the token stays valid. */
      readonly refreshToken: string | null;
    })
  | { readonly kind: 'reused'; readonly userId: string; readonly sessionId: string };

/** An authenticated user, with the credential that was presented. */
export interface Principal {
  readonly user: UserAttributes & { id: string };
  readonly credential: Credential;
}

/** Creates, validates and revokes sessions and their tokens. Only digests of tokens are stored. */
export interface Sessions {
  /** Creates a session. `tx` must have locked or inserted the user's row. */
  create(tx: EntityManager, userId: string, origin: Origin, beginning?: Beginning): Promise<SessionTokens>;
  /**
   * Issues an access token for a refresh token; null if the refresh token is unknown, expired or revoked.
   * @param tx must be a transaction
   * @param rotate replaces the refresh token, now and at every later renewal of the session
   */
  refresh(
    tx: EntityManager,
    refreshToken: string,
    options: { rotate: boolean; address: string },
  ): Promise<Renewal | null>;
  /** Replaces all tokens of a session. `tx` must have locked the user's row and the session. */
  replaceTokens(
    tx: EntityManager,
    userId: string,
    session: Pick<Session, 'id' | 'expiresAt'>,
  ): Promise<SessionTokens>;
  /**
   * Resolves an access token or a personal access token to its user; null if it is unknown, expired or revoked.
   * Records the use of the token, and that of a session if `isUse`.
   */
  validate(token: string, address: string, isUse: boolean): Promise<Principal | null>;
  /** The proof of the caller besides the password. */
  strongProofOf(principal: Principal): Promise<sessionRepository.StrongProof>;
  /** The instant before which a session must have been used to count as idle. */
  idleSince(): Date;
}

/**
 * Two tabs may renew at the same time, and a response may be lost: a replaced refresh token is accepted for so long.
 */
const graceMs = minuteMs;

/** Issues and validates access tokens. */
function createAccessTokens(database: Database, options: SessionOptions) {
  const { accessTokenTtlS, idleTimeoutS, clock } = options;
  const findValidToken = createFindValidToken(database, clock);

  function createLucia(fork: () => EntityManager) {
    return new Lucia(createLuciaAdapter({ fork, findValidToken, clock }), {
      getUserAttributes: (attributes) => attributes,
      getSessionAttributes: (token) => ({ token }),
    });
  }

  const lucia = createLucia(database.fork);

  return {
    /** Issues an access token that expires with its session at the latest. */
    async issue(
      tx: EntityManager,
      userId: string,
      session: Pick<Session, 'id' | 'expiresAt'>,
    ): Promise<AccessToken> {
      const accessToken = newToken();
      const ttlMs = Math.min(accessTokenTtlS, idleTimeoutS) * 1000;
      const expiresAt = new Date(Math.min(clock().getTime() + ttlMs, +session.expiresAt));
      const attributes = {
        kind: 'session',
        id: session.id,
        scope: 'write',
        expiresAt,
        lastUsedAt: null,
      } as const;
      await createLucia(() => tx).createSession(userId, attributes, { sessionId: accessToken });
      return { accessToken, expiresAt };
    },
    validate: (token: string) => lucia.validateSession(token),
  };
}

export function createSessions(database: Database, options: SessionOptions): Sessions {
  const { refreshTokenTtlS, idleTimeoutS, providerIssuer, maxSessions, clock, log } = options;
  const accessTokens = createAccessTokens(database, options);
  const uses = createUseRecorder(database, log);

  const secondsFromNow = (seconds: number) => new Date(clock().getTime() + seconds * 1000);
  const idleSince = () => secondsFromNow(-idleTimeoutS);

  return {
    idleSince,
    async create(tx, userId, origin, { by, confirmedAt = null, providerSession } = { by: 'password' }) {
      const now = clock();
      await sessionRepository.endLeastUsed(tx, userId, maxSessions - 1, now);
      const refreshToken = newToken();
      const session = { id: randomUUID(), expiresAt: secondsFromNow(refreshTokenTtlS) };
      const { address, client } = origin;
      const beginning = { createdAt: now, lastUsedAt: now, address, client, begunBy: by, confirmedAt };
      const refreshDigest = digestToken(refreshToken);
      await sessionRepository.add(tx, { ...session, ...beginning, userId, refreshDigest });
      if (providerSession) await providerConnectionRepository.addSession(tx, session.id, providerSession);
      uses.remember(session.id, now);
      return { sessionId: session.id, refreshToken, ...(await accessTokens.issue(tx, userId, session)) };
    },
    strongProofOf: ({ user, credential: { kind, id } }) =>
      sessionRepository.strongProofOf(database.fork(), user.id, {
        sessionId: kind === 'session' ? id : null,
        issuer: providerIssuer,
      }),
    async refresh(tx, refreshToken, { rotate, address }) {
      const now = clock();
      const digest = digestToken(refreshToken);
      const found = await sessionRepository.lockByRefreshDigest(tx, digest, { now, idleSince: idleSince() });
      if (!found) return null;
      const { userId, sessionId, expiresAt, rotates, replacedAt } = found;
      if (replacedAt && now.getTime() - replacedAt.getTime() > graceMs) {
        await sessionRepository.end(tx, userId, sessionId);
        return { kind: 'reused', userId, sessionId };
      }
      await sessionRepository.noteUse(tx, sessionId, { at: now, address, unlessSince: now });
      const successor = rotate || rotates ? newToken() : null;
      if (successor !== null) {
        const replacement = { sessionId, digest, successor: digestToken(successor), now };
        await sessionRepository.replaceRefreshToken(tx, replacement);
      }
      const accessToken = await accessTokens.issue(tx, userId, { id: sessionId, expiresAt });
      return { kind: 'renewed', refreshToken: successor, ...accessToken };
    },
    async replaceTokens(tx, userId, session) {
      const refreshToken = newToken();
      await sessionRepository.removeTokens(tx, session.id);
      await sessionRepository.addRefreshToken(tx, session.id, digestToken(refreshToken));
      return { sessionId: session.id, refreshToken, ...(await accessTokens.issue(tx, userId, session)) };
    },
    async validate(token, address, isUse) {
      const { session, user } = await accessTokens.validate(token);
      if (!session) return null;
      const now = clock();
      const { kind, id, scope, expiresAt } = session.token;
      if (kind === 'session' && isUse) uses.noteSession(id, address, now);
      if (kind !== 'session') await uses.noteToken(session.token, address, now);
      return { user, credential: { kind, id, scope, expiresAt } };
    },
  };
}

declare module 'lucia' {
  interface Register {
    Lucia: Lucia<{ token: TokenAttributes }, UserAttributes>;
  }
}

/** The same error for a missing, unknown, expired or revoked token. */
export function notSignedIn(): AppError {
  return new AppError('UNAUTHORIZED', 'Sign in to continue');
}

/** The part of a request's context that authentication needs. */
interface Anonymous {
  readonly bearer: string | null;
  readonly address: string;
  readonly services: {
    readonly sessions: Sessions;
    readonly accountPolicy: RequiredProof;
  };
  readonly onAuthenticated: (userId: string, kind: Credential['kind']) => void;
  readonly admitUser: (userId: string) => Promise<void>;
}

/**
 * Finds the user of the bearer token, and counts the call against the user's limit.
 * @param procedure dotted name of what the user wants to do
 * @throws AppError UNAUTHORIZED, TOO_MANY_REQUESTS, PASSWORD_CHANGE_REQUIRED, SECOND_FACTOR_SETUP_REQUIRED
 */
export async function authenticate(
  { bearer, address, services: { sessions, accountPolicy }, onAuthenticated, admitUser }: Anonymous,
  procedure: string,
): Promise<Principal> {
  // Pages poll quotes: an open page must not keep its session from becoming idle.
  const isUse = procedure !== 'quotes.list';
  const principal = bearer === null ? null : await sessions.validate(bearer, address, isUse);
  if (!principal) throw notSignedIn();
  const { user, credential } = principal;
  onAuthenticated(user.id, credential.kind);
  await admitUser(user.id);
  const strongProof = () => sessions.strongProofOf(principal);
  requireChosenPassword(principal, procedure);
  await requireSecondFactor(principal, procedure, { ...accountPolicy, strongProof });
  return principal;
}

/**
 * Rejects a token of scope `read`.
 * @throws AppError INSUFFICIENT_SCOPE
 */
export function requireWriteScope({ credential }: { readonly credential: Credential }): void {
  if (credential.scope === 'read') throw new AppError('INSUFFICIENT_SCOPE', 'This token may only read');
}

/**
 * Rejects personal access tokens: one that leaked from a script must not create further tokens or end its owner's
 * sessions.
 * @throws AppError UNAUTHORIZED
 */
export function requireSession({ credential }: { readonly credential: Credential }): void {
  if (credential.kind !== 'session') {
    throw new AppError('UNAUTHORIZED', 'A personal access token cannot do this: sign in with your password');
  }
}
