import { userRepository } from '@stockbook/db';
import type { z } from 'zod';
import type { UserContext } from '../../context.ts';
import { notSignedIn, requireSession } from '../sessions/authenticate.ts';
import type { passwordState } from './schemas.ts';

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
