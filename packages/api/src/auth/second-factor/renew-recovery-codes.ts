import { secondFactorRepository, userRepository } from '@stockbook/db';
import type { z } from 'zod';
import type { UserContext } from '../../context.ts';
import { requireConfirmation } from '../confirmation/require-confirmation.ts';
import { assertSecondFactorOn } from './assert-second-factor.ts';
import { digestRecoveryCode, newRecoveryCodes } from './recovery-codes.ts';
import type { recoveryCodes } from './schemas.ts';

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
