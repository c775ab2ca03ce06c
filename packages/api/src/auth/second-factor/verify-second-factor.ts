import type { User } from '@stockbook/db';
import type { ProcedureContext } from '../../context.ts';
import { AppError } from '../../errors.ts';

/** @throws AppError SECOND_FACTOR_REQUIRED */
export async function verifySecondFactor(
  _ctx: ProcedureContext,
  user: User,
  code: string | undefined,
): Promise<void> {
  if (user.secondFactorAt === null) return;
  if (code === undefined) {
    throw new AppError('SECOND_FACTOR_REQUIRED', 'Enter the code from your authenticator app');
  }
}
