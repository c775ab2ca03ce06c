import { type Session, sessionRepository, userRepository } from '@stockbook/db';
import type { z } from 'zod';
import type { UserContext } from '../../context.ts';
import { notFound } from '../../errors.ts';
import { isUuid } from '../../primitives.ts';
import { requireConfirmation } from '../confirmation/confirmation.ts';
import type { ActiveSignIn, listSignInsInput, signInInput, signInList } from './schemas.ts';
import { requireSession } from './sessions.ts';

/** Maps a session to its API shape, which has no token. */
export function presentSession(session: Session): Omit<ActiveSignIn, 'is_current'> {
  return {
    id: session.id,
    created_at: session.createdAt.toISOString(),
    last_used_at: session.lastUsedAt.toISOString(),
    expires_at: session.expiresAt.toISOString(),
    address: session.address,
    client: session.client,
  };
}

/**
 * Lists the sign-ins of the caller, the last used first.
 * @throws AppError UNAUTHORIZED without a signed-in session
 */
export async function listSignIns(
  ctx: UserContext,
  page: z.output<typeof listSignInsInput>,
): Promise<z.infer<typeof signInList>> {
  requireSession(ctx);
  const times = { now: ctx.services.clock(), idleSince: ctx.services.sessions.idleSince() };
  const [sessions, total] = await sessionRepository.listOfUser(ctx.em, ctx.user.id, page, times);
  return {
    sign_ins: sessions.map((session) => ({
      ...presentSession(session),
      is_current: session.id === ctx.credential.id,
    })),
    total,
  };
}

/**
 * Ends a sign-in of the caller with all its tokens, at once.
 * @throws AppError UNAUTHORIZED without a signed-in session, CONFIRMATION_REQUIRED, NOT_FOUND if the caller has no such
 *   sign-in
 */
export async function endSignIn(ctx: UserContext, { signInId }: z.output<typeof signInInput>) {
  const { em, user } = ctx;
  const { securityEvents } = ctx.services;
  await em.transactional(async (tx) => {
    await userRepository.lockForUpdate(tx, user.id);
    await requireConfirmation(ctx, tx);
    const isEnded = isUuid(signInId) && (await sessionRepository.end(tx, user.id, signInId));
    if (!isEnded) throw notFound('Sign-in');
    await securityEvents.record(tx, 'sign_in_ended', ctx, { userId: user.id, sessionId: signInId });
  });
  return { message: 'The sign-in was ended' };
}
