import {
  digestToken,
  type EntityManager,
  type NewSignInCode,
  providerConnectionRepository,
  sessionRepository,
  signInCodeRepository,
  userRepository,
} from '@stockbook/db';
import type { z } from 'zod';
import { AppError } from '../../errors.ts';
import { attemptOf } from '../limits/auth-limits.ts';
import type { signIn } from '../schemas.ts';
import type { Beginning } from '../sessions/sessions.ts';
import { startSession } from '../sessions/sign-in.ts';
import { clockToleranceS } from './claims.ts';
import { type IdentityProvider, ProviderError } from './identity-provider.ts';
import type { ProviderContext } from './provider-sign-in.ts';

function notBegunHere(): AppError {
  return new AppError('BAD_REQUEST', 'This sign-in was not begun in this browser');
}

function usedOrExpired(): AppError {
  return new AppError(
    'BAD_REQUEST',
    'The link was used already or has expired. Ask the operator for a new one',
  );
}

/** The page that sent a request. */
interface Page {
  /** Null without the header. */
  readonly origin: string | null;
}

/** @throws AppError BAD_REQUEST unless the request came from a page of this server */
function requireOwnPage(origin: string | null, publicUrl: string | null): void {
  if (publicUrl === null || origin !== new URL(publicUrl).origin) throw notBegunHere();
}

/**
 * Signs in by the code of the callback, in the browser that began.
 * @throws AppError BAD_REQUEST, TOO_MANY_REQUESTS
 */
export async function exchangeCode(
  ctx: ProviderContext,
  { code, browserSecret, origin }: Page & { code: string; browserSecret: string | null },
): Promise<z.infer<typeof signIn>> {
  requireOwnPage(origin, ctx.services.accountPolicy.publicUrl);
  const taken = await takeCode(ctx, code, { isOperators: false });
  if (!taken) throw notBegunHere();
  const { issuer, subject, providerSessionId, authenticatedAt } = taken;
  const isSameBrowser = browserSecret !== null && taken.browserDigest === digestToken(browserSecret);
  if (!isSameBrowser || issuer === null || subject === null) throw notBegunHere();
  const person = { issuer, subject };
  const beginning: Beginning = {
    by: 'provider',
    ...(authenticatedAt && { confirmedAt: new Date(Math.min(+authenticatedAt, +ctx.services.clock())) }),
    providerSession: { ...person, providerSessionId },
  };
  const started = await startSessionOf(ctx, taken.userId, beginning, async (tx) => {
    // The connection may have been removed meanwhile.
    return (await providerConnectionRepository.findUser(tx, person))?.id === taken.userId;
  });
  if (!started) throw notBegunHere();
  return started;
}

/**
 * Signs in by a code that the operator handed over.
 * @throws AppError BAD_REQUEST, TOO_MANY_REQUESTS
 */
export async function exchangeOperatorCode(
  ctx: ProviderContext,
  { code, origin }: Page & { code: string },
): Promise<z.infer<typeof signIn>> {
  requireOwnPage(origin, ctx.services.accountPolicy.publicUrl);
  const taken = await takeCode(ctx, code, { isOperators: true });
  const started = taken && (await startSessionOf(ctx, taken.userId, { by: 'operator' }));
  if (!started) throw usedOrExpired();
  return started;
}

async function takeCode(
  ctx: ProviderContext,
  code: string,
  options: { isOperators: boolean },
): Promise<NewSignInCode | null> {
  const digest = digestToken(code);
  await ctx.services.limits.attempt(attemptOf(ctx, digest));
  return signInCodeRepository.take(ctx.em, digest, ctx.services.clock(), options);
}

async function startSessionOf(
  ctx: ProviderContext,
  userId: string,
  beginning: Beginning,
  isStillAllowed: (tx: EntityManager) => Promise<boolean> = async () => true,
): Promise<z.infer<typeof signIn> | null> {
  const user = await userRepository.findById(ctx.em, userId);
  if (!user) return null;
  const attempt = await ctx.services.limits.recognise(attemptOf(ctx, user.emailKey));
  return ctx.em.transactional(async (tx) => {
    // Meanwhile the account may have been disabled.
    if (!(await userRepository.lockIfCredentialsUnchanged(tx, user)) || !(await isStillAllowed(tx)))
      return null;
    return startSession(ctx, tx, user, { kind: 'signed_in', attempt, beginning });
  });
}

/**
 * Ends the sessions that began with a person or a session at the provider, which has signed them out. Personal access
 * tokens and other sessions stay.
 * @throws AppError BAD_REQUEST if the token is not valid or was used, TOO_MANY_REQUESTS
 */
export async function endSessionsOfProvider(
  ctx: ProviderContext,
  provider: IdentityProvider,
  token: string,
): Promise<void> {
  const { limits, securityEvents, clock } = ctx.services;
  await limits.admit('provider logout', ctx.address);
  const logout = await provider.verifyLogoutToken(token).catch((cause: unknown) => {
    if (!(cause instanceof ProviderError)) throw cause;
    throw new AppError('BAD_REQUEST', 'The logout token is not valid', { cause });
  });
  const keptUntil = new Date(logout.expiresAt.getTime() + clockToleranceS * 1000);
  const digest = digestToken(`logout ${logout.tokenId}`);
  await ctx.em.transactional(async (tx) => {
    if (!(await signInCodeRepository.useOnce(tx, digest, keptUntil, clock()))) {
      throw new AppError('BAD_REQUEST', 'The logout token was used already');
    }
    await signInCodeRepository.removeOfSubject(tx, provider.issuer, logout);
    const sessions = await providerConnectionRepository.listSessions(tx, provider.issuer, logout);
    for (const { userId, sessionId } of sessions) {
      await userRepository.lockForUpdate(tx, userId);
      if (!(await sessionRepository.end(tx, userId, sessionId))) continue;
      await securityEvents.record(tx, 'sign_in_ended', ctx, {
        userId,
        sessionId,
        details: { by: 'provider' },
      });
    }
  });
}
