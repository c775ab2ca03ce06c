import {
  digestToken,
  type EntityManager,
  personalAccessTokenRepository,
  securityEventRepository,
  sessionRepository,
  type User,
  userRepository,
} from '@stockbook/db';
import type { z } from 'zod';
import type { ProcedureContext, UserContext } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { newToken } from '../access-tokens/new-token.ts';
import { newUser } from '../account/account.ts';
import { requireConfirmation } from '../confirmation/confirmation.ts';
import type { AdmittedAttempt } from '../limits/auth-limits.ts';
import { attemptOf } from '../limits/auth-limits.ts';
import { isPasswordValid } from '../passwords/generated-password.ts';
import type { User as PresentedUser, signIn } from '../schemas.ts';
import { verifySecondFactor } from '../second-factor/verify-second-factor.ts';
import type {
  endedSessions,
  loginInput,
  logoutAllInput,
  refreshInput,
  registerInput,
  renewal,
} from './schemas.ts';
import type { Beginning, SessionTokens } from './sessions.ts';

const conflictMessages = {
  email: 'An account with this email already exists',
  username: 'This username is already taken',
};

function conflictError(field: keyof typeof conflictMessages): AppError {
  return new AppError('CONFLICT', conflictMessages[field]);
}

/** @throws AppError PASSWORD_SIGN_IN_OFF */
function assertPasswordsSignIn({ services: { accountPolicy } }: ProcedureContext): void {
  if (accountPolicy.hasPasswordSignIn) return;
  const message = `Sign in with ${accountPolicy.providerName}: passwords are off here`;
  throw new AppError('PASSWORD_SIGN_IN_OFF', message);
}

/**
 * Creates an account and signs its owner in, in one transaction.
 * @throws AppError SIGN_UP_CLOSED, PASSWORD_SIGN_IN_OFF, CONFLICT, TOO_MANY_REQUESTS, BAD_REQUEST if the password is
 *   easy to guess
 */
export async function register(ctx: ProcedureContext, input: z.output<typeof registerInput>) {
  const { email, username, password } = input;
  const attempt = await ctx.services.limits.attempt(attemptOf(ctx, userRepository.comparisonKey(email)));
  assertPasswordsSignIn(ctx);
  if (ctx.services.accountPolicy.signUp === 'closed') {
    throw new AppError('SIGN_UP_CLOSED', 'Sign-up is closed here. Ask the operator for an account');
  }
  const owner = { email, username, firstName: input.first_name, lastName: input.last_name };
  await ctx.services.passwordRules.assertAllowed(password, owner, { name: 'password', label: 'Password' });
  const conflict = await userRepository.findConflict(ctx.em, email, username);
  if (conflict) throw conflictError(conflict);
  const user = newUser(input, await ctx.services.passwords.hash(password, attempt), ctx.services.clock());
  const signIn = await ctx.em.transactional(async (tx) =>
    (await userRepository.insert(tx, user))
      ? startSession(ctx, tx, user, { kind: 'signed_up', attempt, beginning: { by: 'password' } })
      : null,
  );
  // Another request took the email or the username while the password was being hashed.
  if (!signIn) throw conflictError((await userRepository.findConflict(ctx.em, email, username)) ?? 'email');
  return signIn;
}

/**
 * Signs a user in. An unknown email, a wrong password, a disabled account and an expired password of the operator
 * give the same error, in the same time.
 * @throws AppError UNAUTHORIZED, PASSWORD_SIGN_IN_OFF, SECOND_FACTOR_REQUIRED, TOO_MANY_REQUESTS,
 *   SERVICE_UNAVAILABLE if too many password checks are waiting
 */
export async function login(ctx: ProcedureContext, { email, password, code }: z.output<typeof loginInput>) {
  const attempt = await ctx.services.limits.attempt(attemptOf(ctx, userRepository.comparisonKey(email)));
  assertPasswordsSignIn(ctx);
  const user = await userRepository.findByEmail(ctx.em, email);
  const isCorrect = await ctx.services.passwords.verify(user?.passwordHash ?? null, password, attempt);
  const isUsable = user !== null && user.disabledAt === null && isPasswordValid(user, ctx.services.clock());
  if (user && isUsable && isCorrect) {
    const problem = await verifySecondFactor(ctx, user, code);
    if (problem !== null) throw new AppError('SECOND_FACTOR_REQUIRED', problem);
    const signIn = await ctx.em.transactional(async (tx) => {
      // Meanwhile the password may have been changed, two-step sign-in turned on, or the account disabled.
      if (!(await userRepository.lockIfCredentialsUnchanged(tx, user))) return null;
      return startSession(ctx, tx, user, { kind: 'signed_in', attempt, beginning: { by: 'password' } });
    });
    if (signIn) return signIn;
  }
  await ctx.services.limits.failed(attempt);
  await ctx.services.securityEvents.record(ctx.em, 'sign_in_failed', ctx, {
    userId: user?.id ?? null,
    ...(user ? {} : { details: { email_hash: ctx.services.notifier.secrets.digest(attempt.account) } }),
  });
  throw new AppError('UNAUTHORIZED', 'Invalid email or password');
}

/**
 * Exchanges a refresh token for a new access token. The use of a refresh token that was replaced a while ago ends the
 * sign-in: it was stolen, by this client or from it.
 * @throws AppError UNAUTHORIZED, TOO_MANY_REQUESTS
 */
export async function refresh(
  ctx: ProcedureContext,
  { refresh_token, rotate }: z.output<typeof refreshInput>,
): Promise<z.infer<typeof renewal>> {
  await ctx.services.limits.attempt(attemptOf(ctx, digestToken(refresh_token)));
  const renewed = await ctx.em.transactional(async (tx) => {
    const result = await ctx.services.sessions.refresh(tx, refresh_token, { rotate, address: ctx.address });
    if (result?.kind === 'reused') {
      const { userId, sessionId } = result;
      await ctx.services.securityEvents.record(tx, 'refresh_reused', ctx, {
        userId,
        sessionId,
        isNotice: true,
      });
    }
    return result;
  });
  if (renewed?.kind !== 'renewed') {
    throw new AppError('UNAUTHORIZED', 'The sign-in has ended: sign in again');
  }
  const { accessToken, expiresAt, refreshToken } = renewed;
  return {
    access_token: accessToken,
    expires_at: expiresAt.toISOString(),
    ...(refreshToken === null ? {} : { refresh_token: refreshToken }),
  };
}

/** Revokes the credential of the request: the session of an access token, or the personal access token itself. */
export async function logout(ctx: UserContext) {
  const { em, credential, user } = ctx;
  const { securityEvents } = ctx.services;
  const isSession = credential.kind === 'session';
  await em.transactional(async (tx) => {
    const isEnded = isSession
      ? await sessionRepository.end(tx, user.id, credential.id)
      : await personalAccessTokenRepository.remove(tx, user.id, credential.id);
    if (!isEnded) return;
    const id = isSession ? { sessionId: credential.id } : { tokenId: credential.id };
    const kind = isSession ? 'signed_out' : 'token_revoked';
    await securityEvents.record(tx, kind, ctx, { userId: user.id, ...id });
  });
  return { message: isSession ? 'Signed out' : 'The token was revoked' };
}

/**
 * Ends all sessions of the caller; on request, spares the current one or also revokes all personal access tokens.
 * @throws AppError UNAUTHORIZED without a signed-in session, CONFIRMATION_REQUIRED
 */
export async function logoutAll(
  ctx: UserContext,
  { except_current, tokens }: z.output<typeof logoutAllInput>,
): Promise<z.infer<typeof endedSessions>> {
  const { user, credential } = ctx;
  const { securityEvents } = ctx.services;
  const ended = await ctx.em.transactional(async (tx) => {
    // `Sessions.create` deletes sessions too: without the lock, deletes in different orders could deadlock.
    await userRepository.lockForUpdate(tx, user.id);
    await requireConfirmation(ctx, tx);
    const count = await sessionRepository.endAllOfUser(
      tx,
      user.id,
      except_current ? credential.id : undefined,
    );
    const revoked = tokens ? await personalAccessTokenRepository.removeAllOfUser(tx, user.id) : 0;
    await securityEvents.record(tx, 'signed_out_everywhere', ctx, {
      userId: user.id,
      sessionId: credential.id,
      details: { ended: count, revoked_tokens: revoked },
    });
    return count;
  });
  return { message: except_current ? 'Signed out everywhere else' : 'Signed out everywhere', ended };
}

interface Start {
  readonly kind: 'signed_up' | 'signed_in';
  readonly attempt: AdmittedAttempt;
  readonly beginning: Beginning;
}

/** Creates the session that a sign-in returns. `tx` must have locked or inserted the user's row. */
export async function startSession(
  ctx: Pick<ProcedureContext, 'services' | 'address' | 'client' | 'requestId' | 'device'>,
  tx: EntityManager,
  user: SignedInUser,
  { kind, attempt, beginning }: Start,
): Promise<z.infer<typeof signIn>> {
  const isNew =
    kind === 'signed_in' &&
    !attempt.isKnownDevice &&
    !(await securityEventRepository.hasSignedInFrom(tx, user.id, ctx));
  const device = attempt.isKnown && attempt.device !== null ? attempt.device : newToken();
  await ctx.services.limits.succeeded(tx, attempt, device);
  ctx.device.store(device);
  const tokens = await ctx.services.sessions.create(tx, user.id, ctx, beginning);
  const { sessionId } = tokens;
  await ctx.services.securityEvents.record(tx, kind, ctx, { userId: user.id, sessionId, isNotice: isNew });
  return presentSignIn(user, tokens);
}

/** The part of a user's row that a sign-in returns. */
export type SignedInUser = Pick<User, 'id' | 'email' | 'username' | 'firstName' | 'lastName'>;

export function presentSignIn(
  user: SignedInUser,
  { accessToken, refreshToken, expiresAt }: SessionTokens,
): z.infer<typeof signIn> {
  return {
    access_token: accessToken,
    refresh_token: refreshToken,
    expires_at: expiresAt.toISOString(),
    user: presentUser(user),
  };
}

/** Maps a user to its API shape. */
export function presentUser({ id, email, username, firstName, lastName }: SignedInUser): PresentedUser {
  return {
    id,
    email,
    username,
    first_name: firstName,
    last_name: lastName,
    full_name: `${firstName ?? ''} ${lastName ?? ''}`.trim() || username,
  };
}
