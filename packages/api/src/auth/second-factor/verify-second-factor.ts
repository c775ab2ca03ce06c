import { secondFactorRepository, type User } from '@stockbook/db';
import type { ProcedureContext } from '../../context.ts';
import { digestRecoveryCode } from './recovery-codes.ts';
import { isAppCode, stepOf } from './totp.ts';

/** Why a second factor was not accepted, for the user. */
export type SecondFactorProblem =
  | 'Enter the code from your authenticator app'
  | 'The code is not right or was used already';

/**
 * Verifies a code of the authenticator app or a recovery code, if two-step sign-in is on. Each is accepted once. Call
 * it after the password was verified.
 * @returns null if the second factor is verified, or not needed
 * @throws AppError TOO_MANY_REQUESTS
 */
export async function verifySecondFactor(
  ctx: ProcedureContext,
  user: Pick<User, 'id' | 'secondFactorAt'>,
  code: string | undefined,
): Promise<SecondFactorProblem | null> {
  if (user.secondFactorAt === null) return null;
  if (code === undefined) return 'Enter the code from your authenticator app';
  await ctx.services.limits.attemptCode(user.id);
  const isAccepted = isAppCode(code)
    ? await useAppCode(ctx, user.id, code)
    : await useRecoveryCode(ctx, user.id, code);
  if (isAccepted) {
    await ctx.services.limits.succeededCode(user.id);
    return null;
  }
  await ctx.services.securityEvents.record(ctx.em, 'code_failed', ctx, { userId: user.id });
  return 'The code is not right or was used already';
}

/** Whether a code of the authenticator app is right; uses it up. */
export async function useAppCode(ctx: ProcedureContext, userId: string, code: string): Promise<boolean> {
  const factor = await secondFactorRepository.find(ctx.em, userId);
  const secret = factor && ctx.services.notifier.secrets.open(factor.secret, userId);
  if (!secret) return false;
  const step = await stepOf(code, secret, ctx.services.clock());
  return step !== null && (await secondFactorRepository.useStep(ctx.em, userId, step));
}

async function useRecoveryCode(ctx: ProcedureContext, userId: string, code: string): Promise<boolean> {
  return ctx.em.transactional(async (tx) => {
    const isUsed = await secondFactorRepository.useRecoveryCode(tx, userId, digestRecoveryCode(code));
    if (isUsed) await ctx.services.securityEvents.record(tx, 'recovery_code_used', ctx, { userId });
    return isUsed;
  });
}
