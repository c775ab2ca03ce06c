import { signInRepository, userRepository } from '@stockbook/db';
import type { z } from 'zod';
import type { UserContext } from '../context.ts';
import type { endedSignIns } from './schemas.ts';
import { requireSignIn } from './sessions/authenticate.ts';

/** Ends all sign-ins of the caller, this one included. Tokens for scripts stay. */
export async function logoutAll(ctx: UserContext): Promise<z.infer<typeof endedSignIns>> {
  requireSignIn(ctx);
  const ended = await ctx.em.transactional(async (tx) => {
    // A login deletes sign-ins, too: two that delete several rows in different orders would deadlock.
    await userRepository.lockForUpdate(tx, ctx.user.id);
    return signInRepository.endAllOfUser(tx, ctx.user.id);
  });
  return { message: 'Signed out everywhere', ended };
}
