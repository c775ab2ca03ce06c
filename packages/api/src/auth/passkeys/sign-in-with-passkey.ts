import { userRepository } from '@stockbook/db';
import type { z } from 'zod';
import type { ProcedureContext } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { attemptOf } from '../limits/auth-limits.ts';
import type { signIn } from '../schemas.ts';
import { startSession } from '../sessions/sign-in.ts';
import { challengeMs, createChallenge, requireRelyingParty } from './challenges.ts';
import type { passkeyLoginInput, requestOptions } from './schemas.ts';
import { recordRefusedPasskey, useCounter, type VerifiedPasskey, verifyPasskey } from './verify-passkey.ts';

/**
 * Returns a challenge for signing in. It names no passkeys, so that it is the same for all accounts.
 * @throws AppError CONFLICT where passkeys are not possible, TOO_MANY_REQUESTS
 */
export async function passkeyLoginOptions(ctx: ProcedureContext): Promise<z.infer<typeof requestOptions>> {
  await ctx.services.limits.attemptPasskey(ctx.address, 'challenge');
  const { id: rpId } = requireRelyingParty(ctx);
  return {
    challenge: await createChallenge(ctx, 'sign_in', null),
    rpId,
    timeout: challengeMs,
    userVerification: 'required',
    allowCredentials: [],
  };
}

/**
 * Signs a user in by a passkey, which is both factors. Each refusal gives the same error.
 * @throws AppError UNAUTHORIZED, CONFLICT where passkeys are not possible, TOO_MANY_REQUESTS
 */
export async function passkeyLogin(
  ctx: ProcedureContext,
  { response }: z.output<typeof passkeyLoginInput>,
): Promise<z.infer<typeof signIn>> {
  await ctx.services.limits.attemptPasskey(ctx.address, 'answer');
  const verified = await verifyPasskey(ctx, response, { purpose: 'sign_in', sessionId: null });
  const outcome = 'passkey' in verified ? await startVerified(ctx, verified) : null;
  if (outcome !== null && outcome !== 'cloned') return outcome;
  await recordRefusedPasskey(ctx, verified, { isClone: outcome === 'cloned' });
  throw new AppError('UNAUTHORIZED', 'This passkey was not accepted');
}

/** @returns null if the passkey was removed, or the account deleted or disabled */
async function startVerified(
  ctx: ProcedureContext,
  verified: VerifiedPasskey,
): Promise<z.infer<typeof signIn> | 'cloned' | null> {
  const owner = await userRepository.findById(ctx.em, verified.userId);
  if (!owner) return null;
  // Before the transaction, which would otherwise wait for a second connection to the database.
  const attempt = await ctx.services.limits.recognise(attemptOf(ctx, owner.emailKey));
  return ctx.em.transactional(async (tx) => {
    const user = await userRepository.lockIfEnabled(tx, owner.id);
    if (!user) return null;
    const use = await useCounter(ctx, tx, verified);
    if (use !== 'used') return use;
    return startSession(ctx, tx, user, { kind: 'signed_in', attempt, beginning: { by: 'passkey' } });
  });
}
