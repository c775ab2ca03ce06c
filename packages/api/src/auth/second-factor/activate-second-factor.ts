import { secondFactorRepository, sessionRepository, userRepository } from '@stockbook/db';
import type { z } from 'zod';
import type { UserContext } from '../../context.ts';
import { minuteMs } from '../../durations.ts';
import { AppError, fieldError } from '../../errors.ts';
import { requireConfirmation } from '../confirmation/require-confirmation.ts';
import { assertSecondFactorOff } from './assert-second-factor.ts';
import { digestRecoveryCode, newRecoveryCodes } from './recovery-codes.ts';
import type { activateInput, recoveryCodes } from './schemas.ts';
import { useAppCode } from './verify-second-factor.ts';

/** How long a pending second factor can be activated. */
const pendingMs = 15 * minuteMs;

/**
 * Turns two-step sign-in on, if the caller's authenticator app shows the right code. Ends all other sessions: they were
 * started without it.
 * @throws AppError UNAUTHORIZED without a signed-in session, CONFIRMATION_REQUIRED, TOO_MANY_REQUESTS, BAD_REQUEST if the
 *   code is wrong, CONFLICT without a pending second factor
 */
export async function activateSecondFactor(
  ctx: UserContext,
  { code }: z.output<typeof activateInput>,
): Promise<z.infer<typeof recoveryCodes>> {
  const { em, user, credential, clock, limits, securityEvents } = ctx;
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
