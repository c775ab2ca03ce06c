import { minuteMs } from '@stockbook/common/durations';
import { type EntityManager, secondFactorRepository, sessionRepository, userRepository } from '@stockbook/db';
import type { z } from 'zod';
import type { UserContext } from '../../context.ts';
import { AppError, fieldError } from '../../errors.ts';
import { requireConfirmation } from '../confirmation/confirmation.ts';
import { requireSession } from '../sessions/sessions.ts';
import { digestRecoveryCode, newRecoveryCodes } from './recovery-codes.ts';
import type { activateInput, newSecondFactor, recoveryCodes, secondFactorState } from './schemas.ts';
import { newSecret, secretUri } from './totp.ts';
import { useAppCode } from './verify-second-factor.ts';

/** @throws AppError UNAUTHORIZED without a signed-in session */
export async function getSecondFactor(ctx: UserContext): Promise<z.infer<typeof secondFactorState>> {
  requireSession(ctx);
  const user = await userRepository.findById(ctx.em, ctx.user.id);
  const since = user?.secondFactorAt ?? null;
  return {
    is_on: since !== null,
    since: since?.toISOString() ?? null,
    recovery_codes_left:
      since === null ? 0 : await secondFactorRepository.countRecoveryCodes(ctx.em, ctx.user.id),
  };
}

/**
 * Creates the pending second factor of the caller, in place of an earlier pending one. Only this response contains the
 * secret.
 * @throws AppError UNAUTHORIZED without a signed-in session, CONFIRMATION_REQUIRED, CONFLICT if two-step sign-in is on
 */
export async function createSecondFactor(ctx: UserContext): Promise<z.infer<typeof newSecondFactor>> {
  const { em, user } = ctx;
  const { notifier, clock } = ctx.services;
  const secret = newSecret();
  await em.transactional(async (tx) => {
    await userRepository.lockForUpdate(tx, user.id);
    await requireConfirmation(ctx, tx);
    await assertSecondFactorOff(tx, user.id);
    const sealed = notifier.secrets.seal(secret, user.id);
    await secondFactorRepository.replacePending(tx, user.id, { secret: sealed, createdAt: clock() });
  });
  return { secret, uri: secretUri(secret, user.email) };
}

/** How long a pending second factor can be activated. */
const pendingMs = 15 * minuteMs;

/**
 * Turns two-step sign-in on, if the caller's authenticator app shows the right code. Ends all other sessions: they
 * were started without it.
 * @throws AppError UNAUTHORIZED without a signed-in session, CONFIRMATION_REQUIRED, TOO_MANY_REQUESTS, BAD_REQUEST if
 *   the code is wrong, CONFLICT without a pending second factor
 */
export async function activateSecondFactor(
  ctx: UserContext,
  { code }: z.output<typeof activateInput>,
): Promise<z.infer<typeof recoveryCodes>> {
  const { em, user, credential } = ctx;
  const { clock, limits, securityEvents } = ctx.services;
  await limits.attemptCode(user.id);
  const codes = newRecoveryCodes();
  const isRight = await em.transactional(async (tx) => {
    await userRepository.lockForUpdate(tx, user.id);
    await requireConfirmation(ctx, tx);
    await assertSecondFactorOff(tx, user.id);
    const pending = await secondFactorRepository.find(tx, user.id);
    const now = clock();
    if (!pending || now.getTime() - pending.createdAt.getTime() >= pendingMs) {
      throw new AppError('CONFLICT', 'The key is no longer valid. Start again');
    }
    if (!(await useAppCode({ ...ctx, em: tx }, user.id, code))) return false;
    await secondFactorRepository.activate(tx, user.id, now);
    await secondFactorRepository.replaceRecoveryCodes(tx, user.id, codes.map(digestRecoveryCode));
    await sessionRepository.endAllOfUser(tx, user.id, credential.id);
    const facts = { userId: user.id, sessionId: credential.id };
    await securityEvents.record(tx, 'second_factor_on', ctx, facts);
    return true;
  });
  if (!isRight) {
    await securityEvents.record(em, 'code_failed', ctx, { userId: user.id });
    throw fieldError('code', 'The code is not right or was used already');
  }
  await limits.succeededCode(user.id);
  return { recovery_codes: codes };
}

/**
 * Turns two-step sign-in off.
 * @throws AppError UNAUTHORIZED without a signed-in session, CONFIRMATION_REQUIRED, CONFLICT if it is off
 */
export async function removeSecondFactor(ctx: UserContext) {
  const { em, user, credential } = ctx;
  const { securityEvents } = ctx.services;
  await em.transactional(async (tx) => {
    await userRepository.lockForUpdate(tx, user.id);
    await requireConfirmation(ctx, tx);
    await assertSecondFactorOn(tx, user.id);
    await secondFactorRepository.remove(tx, user.id);
    const facts = { userId: user.id, sessionId: credential.id };
    await securityEvents.record(tx, 'second_factor_off', ctx, facts);
  });
  return { message: 'Two-step sign-in was turned off' };
}

/**
 * Replaces all recovery codes of the caller.
 * @throws AppError UNAUTHORIZED without a signed-in session, CONFIRMATION_REQUIRED, CONFLICT if two-step sign-in is off
 */
export async function renewRecoveryCodes(ctx: UserContext): Promise<z.infer<typeof recoveryCodes>> {
  const { em, user } = ctx;
  const codes = newRecoveryCodes();
  await em.transactional(async (tx) => {
    await userRepository.lockForUpdate(tx, user.id);
    await requireConfirmation(ctx, tx);
    await assertSecondFactorOn(tx, user.id);
    await secondFactorRepository.replaceRecoveryCodes(tx, user.id, codes.map(digestRecoveryCode));
  });
  return { recovery_codes: codes };
}

async function isOn(tx: EntityManager, userId: string): Promise<boolean> {
  const user = await userRepository.findById(tx, userId);
  return user !== null && user.secondFactorAt !== null;
}

/** `tx` must have locked the user. @throws AppError CONFLICT */
async function assertSecondFactorOff(tx: EntityManager, userId: string): Promise<void> {
  if (!(await isOn(tx, userId))) return;
  throw new AppError('CONFLICT', 'Two-step sign-in is already on. Turn it off first');
}

/** `tx` must have locked the user. @throws AppError CONFLICT */
async function assertSecondFactorOn(tx: EntityManager, userId: string): Promise<void> {
  if (await isOn(tx, userId)) return;
  throw new AppError('CONFLICT', 'Two-step sign-in is not on');
}
