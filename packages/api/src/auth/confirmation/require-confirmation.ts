import { type EntityManager, sessionRepository } from '@stockbook/db';
import type { UserContext } from '../../context.ts';
import { minuteMs } from '../../durations.ts';
import { AppError } from '../../errors.ts';
import { notSignedIn, requireSession } from '../sessions/authenticate.ts';

/** For how long a password that was entered confirms what its sign-in does. */
export const confirmationMs = 10 * minuteMs;

/**
 * Requires that the password was entered for the session of the request shortly before. Locks the session until the
 * transaction ends: a session that was ended meanwhile must not leave a token behind.
 * @throws AppError UNAUTHORIZED without a signed-in session, CONFIRMATION_REQUIRED
 */
export async function requireConfirmation(ctx: UserContext, tx: EntityManager): Promise<void> {
  requireSession(ctx);
  const session = await sessionRepository.lock(tx, ctx.credential.id);
  if (!session) throw notSignedIn();
  const confirmedAt = session.confirmedAt ?? session.createdAt;
  if (ctx.clock().getTime() - confirmedAt.getTime() >= confirmationMs) {
    throw new AppError('CONFIRMATION_REQUIRED', 'Enter your password to go on');
  }
}
