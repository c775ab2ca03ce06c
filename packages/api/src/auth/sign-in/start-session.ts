import { type EntityManager, securityEventRepository } from '@stockbook/db';
import type { z } from 'zod';
import type { ProcedureContext } from '../../context.ts';
import { newToken } from '../access-tokens/new-token.ts';
import type { AdmittedAttempt } from '../limits/auth-limits.ts';
import type { signIn } from '../schemas.ts';
import { presentSignIn, type SignedInUser } from './present-sign-in.ts';

/** Creates the session that `login` and `register` return. `tx` must have locked or inserted the user's row. */
export async function startSession(
  ctx: ProcedureContext,
  tx: EntityManager,
  user: SignedInUser,
  { kind, attempt }: { kind: 'signed_up' | 'signed_in'; attempt: AdmittedAttempt },
): Promise<z.infer<typeof signIn>> {
  const isNew =
    kind === 'signed_in' &&
    !attempt.isKnownDevice &&
    !(await securityEventRepository.hasSignedInFrom(tx, user.id, ctx));
  const device = attempt.isKnown && attempt.device !== null ? attempt.device : newToken();
  await ctx.limits.succeeded(tx, attempt, device);
  ctx.device.store(device);
  const tokens = await ctx.sessions.create(tx, user.id, ctx);
  const { sessionId } = tokens;
  await ctx.securityEvents.record(tx, kind, ctx, { userId: user.id, sessionId, isNotice: isNew });
  return presentSignIn(user, tokens);
}
