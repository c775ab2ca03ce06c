import { sessionRepository } from '@stockbook/db';
import type { z } from 'zod';
import type { UserContext } from '../../context.ts';
import { fieldError } from '../../errors.ts';
import { verifySecondFactor } from '../second-factor/verify-second-factor.ts';
import { notSignedIn, requireSession } from '../sessions/authenticate.ts';
import { confirmationMs } from './require-confirmation.ts';
import type { confirmation, confirmInput } from './schemas.ts';
import { verifyOwnPassword } from './verify-own-password.ts';

/**
 * Confirms the session of the request by the password, and by a code if two-step sign-in is on.
 * @throws AppError UNAUTHORIZED without a signed-in session, BAD_REQUEST if password or code are wrong, TOO_MANY_REQUESTS
 */
export async function confirm(
  ctx: UserContext,
  { password, code }: z.output<typeof confirmInput>,
): Promise<z.infer<typeof confirmation>> {
  requireSession(ctx);
  const user = await verifyOwnPassword(ctx, password, 'password');
  const problem = await verifySecondFactor(ctx, user, code);
  if (problem !== null) throw fieldError('code', problem);
  const now = ctx.clock();
  if (!(await sessionRepository.confirm(ctx.em, ctx.credential.id, now))) throw notSignedIn();
  return { confirmed_until: new Date(now.getTime() + confirmationMs).toISOString() };
}
