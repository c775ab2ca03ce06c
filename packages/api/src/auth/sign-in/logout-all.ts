import { personalAccessTokenRepository, sessionRepository, userRepository } from '@stockbook/db';
import type { z } from 'zod';
import type { UserContext } from '../../context.ts';
import { requireConfirmation } from '../confirmation/require-confirmation.ts';
import type { endedSessions, logoutAllInput } from './schemas.ts';

/**
 * Ends all sessions of the caller; on request, spares the current one or also revokes all personal access tokens.
 * @throws AppError UNAUTHORIZED without a signed-in session, CONFIRMATION_REQUIRED
 */
export async function logoutAll(
  ctx: UserContext,
  { except_current, tokens }: z.output<typeof logoutAllInput>,
): Promise<z.infer<typeof endedSessions>> {
  const { user, credential, securityEvents } = ctx;
  const ended = await ctx.em.transactional(async (tx) => {
    // `Sessions.create` deletes sessions too: without the lock, deletes in different orders could deadlock.
    await userRepository.lockForUpdate(tx, user.id);
    await requireConfirmation(ctx, tx);
    const count = await sessionRepository.endAllOfUser(
      tx,
      user.id,
      except_current ? credential.id : undefined,
    );
    const revoked = tokens ? await personalAccessTokenRepository.removeAllOfUser(tx, user.id) : 0;
    await securityEvents.record(tx, 'signed_out_everywhere', ctx, {
      userId: user.id,
      sessionId: credential.id,
      details: { ended: count, revoked_tokens: revoked },
    });
    return count;
  });
  return { message: except_current ? 'Signed out everywhere else' : 'Signed out everywhere', ended };
}
