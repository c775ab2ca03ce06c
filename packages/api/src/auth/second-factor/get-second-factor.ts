import { secondFactorRepository, userRepository } from '@stockbook/db';
import type { z } from 'zod';
import type { UserContext } from '../../context.ts';
import { requireSession } from '../sessions/authenticate.ts';
import type { secondFactorState } from './schemas.ts';

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
