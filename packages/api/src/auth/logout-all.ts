import { signInRepository, userRepository } from '@stockbook/db';
import type { z } from 'zod';
import type { UserContext } from '../context.ts';
import type { endedSignIns } from './schemas.ts';
import { requireSignIn } from './sessions/authenticate.ts';

/** Ends all sign-ins of the caller, the current one included. Personal access tokens stay valid. */
export async function logoutAll(ctx: UserContext): Promise<z.infer<typeof endedSignIns>> {
  requireSignIn(ctx);
  const ended = await ctx.em.transactional(async (tx) => {
    // `Sessions.create` deletes sign-ins too: without the lock, deletes in different orders could deadlock.
    await userRepository.lockForUpdate(tx, ctx.user.id);
    return signInRepository.endAllOfUser(tx, ctx.user.id);
  });
  return { message: 'Signed out everywhere', ended };
}
