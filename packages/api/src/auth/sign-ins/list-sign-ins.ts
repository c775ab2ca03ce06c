import { type Session, sessionRepository } from '@stockbook/db';
import type { z } from 'zod';
import type { UserContext } from '../../context.ts';
import { requireSession } from '../sessions/authenticate.ts';
import type { ActiveSignIn, listSignInsInput, signInList } from './schemas.ts';

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
  const times = { now: ctx.clock(), idleSince: ctx.sessions.idleSince() };
  const [sessions, total] = await sessionRepository.listOfUser(ctx.em, ctx.user.id, page, times);
  return {
    sign_ins: sessions.map((session) => ({
      ...presentSession(session),
      is_current: session.id === ctx.credential.id,
    })),
    total,
  };
}
