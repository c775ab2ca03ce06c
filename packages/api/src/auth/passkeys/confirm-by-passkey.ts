import { passkeyRepository, sessionRepository, userRepository } from '@stockbook/db';
import type { z } from 'zod';
import type { UserContext } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { notSignedIn, requireSession } from '../sessions/sessions.ts';
import { challengeMs, createChallenge, requireRelyingParty } from './challenges.ts';
import type { Assertion, requestOptions } from './schemas.ts';
import { recordRefusedPasskey, useCounter, verifyPasskey } from './verify-passkey.ts';

/**
 * Returns a challenge for the passkeys of the caller.
 * @throws AppError UNAUTHORIZED without a signed-in session, CONFLICT where passkeys are not possible
 */
export async function confirmOptions(ctx: UserContext): Promise<z.infer<typeof requestOptions>> {
  requireSession(ctx);
  const { id: rpId } = requireRelyingParty(ctx);
  const [passkeys] = await passkeyRepository.listOfUser(ctx.em, ctx.user.id, {});
  return {
    challenge: await createChallenge(ctx, 'confirm', ctx.credential.id),
    rpId,
    timeout: challengeMs,
    userVerification: 'required',
    allowCredentials: passkeys.map(({ credentialId: id, transports }) => ({
      id,
      type: 'public-key',
      transports,
    })),
  };
}

/**
 * Confirms the session of the request by a passkey of the caller.
 * @throws AppError UNAUTHORIZED without a signed-in session, BAD_REQUEST if the passkey is not accepted, CONFLICT where
 *   passkeys are not possible
 */
export async function confirmByPasskey(ctx: UserContext, response: Assertion, now: Date): Promise<void> {
  requireSession(ctx);
  const sessionId = ctx.credential.id;
  const verified = await verifyPasskey(ctx, response, { purpose: 'confirm', sessionId });
  const use =
    'passkey' in verified && verified.userId === ctx.user.id
      ? await ctx.em.transactional(async (tx) => {
          await userRepository.lockForUpdate(tx, ctx.user.id);
          const outcome = await useCounter(ctx, tx, verified);
          if (outcome === 'used' && !(await sessionRepository.confirm(tx, sessionId, now, 'passkey'))) {
            throw notSignedIn();
          }
          return outcome;
        })
      : null;
  if (use === 'used') return;
  // The event is the caller's, whose passkey the answer may not have named.
  await recordRefusedPasskey(ctx, { userId: ctx.user.id }, { sessionId, isClone: use === 'cloned' });
  throw new AppError('BAD_REQUEST', 'This passkey was not accepted');
}
