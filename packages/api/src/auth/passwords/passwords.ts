import {
  passkeyRepository,
  personalAccessTokenRepository,
  providerConnectionRepository,
  sessionRepository,
  type User,
  userRepository,
} from '@stockbook/db';
import type { z } from 'zod';
import type { Services, UserContext } from '../../context.ts';
import { AppError, fieldError } from '../../errors.ts';
import { operatorSource } from '../../security-events/security-events.ts';
import { notYourPassword, requireConfirmation, verifyOwnPassword } from '../confirmation/confirmation.ts';
import { addressBlock } from '../limits/address-block.ts';
import { newPassword } from '../schemas.ts';
import { notSignedIn, requireSession } from '../sessions/sessions.ts';
import { presentSignIn } from '../sessions/sign-in.ts';
import { hasUsablePassword, mustChangeUntil } from './generated-password.ts';
import { operatorTurn } from './password-hasher.ts';
import type { changedPassword, changePasswordInput, passwordState } from './schemas.ts';

/** @throws AppError UNAUTHORIZED without a signed-in session */
export async function getPasswordState(ctx: UserContext): Promise<z.infer<typeof passwordState>> {
  requireSession(ctx);
  const user = await userRepository.findById(ctx.em, ctx.user.id);
  if (!user) throw notSignedIn();
  return {
    changed_at: (user.passwordChangedAt ?? user.createdAt).toISOString(),
    must_change_until: user.mustChangePasswordUntil?.toISOString() ?? null,
  };
}

/**
 * Verifies the current password, if the account has one that can be used: an account of the identity provider has none
 * at first, and that of the operator expires.
 * @throws AppError BAD_REQUEST if it is missing or wrong, TOO_MANY_REQUESTS
 */
async function verifyCurrentPassword(
  ctx: UserContext,
  password: string | undefined,
): Promise<{ user: User; hasPassword: boolean }> {
  const user = await userRepository.findById(ctx.em, ctx.user.id);
  if (!user) throw notSignedIn();
  const hasPassword = hasUsablePassword(user, ctx.services.clock());
  if (!hasPassword && (password === undefined || user.passwordHash === null)) return { user, hasPassword };
  if (password === undefined) throw fieldError('current_password', 'Current password is required');
  return { user: await verifyOwnPassword(ctx, password, 'current_password'), hasPassword: true };
}

/**
 * Changes the password of the caller, whose session goes on with new tokens: a thief who has the old ones loses them.
 * @throws AppError UNAUTHORIZED without a signed-in session, BAD_REQUEST if the current password is wrong or the new
 *   one easy to guess, CONFIRMATION_REQUIRED in an account without a password, TOO_MANY_REQUESTS
 */
export async function changePassword(
  ctx: UserContext,
  input: z.output<typeof changePasswordInput>,
): Promise<z.infer<typeof changedPassword>> {
  requireSession(ctx);
  const { em, credential } = ctx;
  const { clock, passwords, passwordRules, securityEvents, sessions } = ctx.services;
  const { user, hasPassword } = await verifyCurrentPassword(ctx, input.current_password);
  const field = { name: 'new_password', label: 'New password' };
  await passwordRules.assertAllowed(input.new_password, user, field);
  const passwordHash = await passwords.hash(input.new_password, {
    isKnown: true,
    block: addressBlock(ctx.address),
  });
  return em.transactional(async (tx) => {
    // Of simultaneous changes one succeeds.
    if (!(await userRepository.lockIfCredentialsUnchanged(tx, user)))
      throw notYourPassword('current_password');
    if (!hasPassword) await requireConfirmation(ctx, tx);
    const session = await sessionRepository.lock(tx, credential.id);
    if (!session) throw notSignedIn();
    // Otherwise a sign-in by the operator's password, in its last minutes, would outlast it.
    if (!hasPassword && session.begunBy === 'password') throw notYourPassword('current_password');
    await userRepository.setPassword(tx, user.id, {
      passwordHash,
      passwordChangedAt: clock(),
      mustChangePasswordUntil: null,
    });
    const ended = input.end_other_sign_ins
      ? await sessionRepository.endAllOfUser(tx, user.id, credential.id)
      : 0;
    const revoked = input.revoke_tokens
      ? await personalAccessTokenRepository.removeAllOfUser(tx, user.id)
      : 0;
    const tokens = await sessions.replaceTokens(tx, user.id, session);
    await securityEvents.record(tx, 'password_changed', ctx, {
      userId: user.id,
      sessionId: credential.id,
      details: { ended, revoked_tokens: revoked },
    });
    return {
      ...presentSignIn(user, tokens),
      message: describeChange(hasPassword ? 'changed' : 'set', ended),
      ended,
    };
  });
}

function describeChange(action: 'set' | 'changed', ended: number): string {
  const changed = `Your password was ${action}.`;
  if (ended === 0) return changed;
  return `${changed} ${ended === 1 ? '1 other sign-in was' : `${ended} other sign-ins were`} ended.`;
}

type ResetServices = Pick<Services, 'database' | 'passwords' | 'passwordRules' | 'securityEvents' | 'clock'>;

/**
 * Sets a new password on behalf of the operator. Ends all sessions and revokes all personal access tokens of the
 * account in the same transaction, since others may know the old password. The second factor, passkeys and connections
 * with identity providers stay.
 * @param isGenerated whether the user must choose another password
 * @throws AppError if no account has the email or the password is easy to guess, ZodError if its length is wrong
 */
export async function resetPassword(
  { database, passwords, passwordRules, securityEvents, clock }: ResetServices,
  { email, password, isGenerated }: { email: string; password: string; isGenerated: boolean },
): Promise<{
  email: string;
  endedSessions: number;
  revokedTokens: number;
  passkeys: number;
  connections: number;
}> {
  const parsed = newPassword('Password').parse(password);
  const owner = await userRepository.findByEmail(database.fork(), email);
  if (!owner) throw new AppError('NOT_FOUND', `No account has the email ${email}`);
  await passwordRules.assertAllowed(parsed, owner, { name: 'password', label: 'Password' });
  const passwordHash = await passwords.hash(parsed, operatorTurn);
  const now = clock();
  return database.fork().transactional(async (tx) => {
    // First: the update waits for a login with the old password to commit, so that its session ends too.
    await userRepository.setPassword(tx, owner.id, {
      passwordHash,
      passwordChangedAt: now,
      mustChangePasswordUntil: isGenerated ? mustChangeUntil(now) : null,
    });
    await securityEvents.record(tx, 'password_reset', operatorSource, { userId: owner.id });
    return {
      email: owner.email,
      endedSessions: await sessionRepository.endAllOfUser(tx, owner.id),
      revokedTokens: await personalAccessTokenRepository.removeAllOfUser(tx, owner.id),
      passkeys: await passkeyRepository.countOfUser(tx, owner.id),
      connections: (await providerConnectionRepository.listOfUser(tx, owner.id)).length,
    };
  });
}
