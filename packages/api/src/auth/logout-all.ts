import { sessionRepository, userRepository } from '@stockbook/db';
import type { z } from 'zod';
import type { UserContext } from '../context.ts';
import type { endedSessions } from './schemas.ts';
import { requireSession } from './sessions/authenticate.ts';

/** Ends all sessions of the caller, the current one included. Personal access tokens stay valid. */
export async function logoutAll(ctx: UserContext): Promise<z.infer<typeof endedSessions>> {
  requireSession(ctx);
  const ended = await ctx.em.transactional(async (tx) => {
    // `Sessions.create` deletes sessions too: without the lock, deletes in different orders could deadlock.
    await userRepository.lockForUpdate(tx, ctx.user.id);
    return sessionRepository.endAllOfUser(tx, ctx.user.id);
  });
  return { message: 'Signed out everywhere', ended };
}
