import { type ChallengePurpose, type EntityManager, type Passkey, passkeyRepository } from '@stockbook/db';
import type { ProcedureContext } from '../../context.ts';
import { requireRelyingParty, takeChallenge } from './challenges.ts';
import type { Assertion } from './schemas.ts';

/** The library and its parsers of certificates: loaded by the first passkey, not by each start. */
export const loadWebAuthn = () => import('@simplewebauthn/server');

/** The user's id in WebAuthn: the bytes of the UUID, in base64url. */
export function userHandleOf(userId: string): string {
  return Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url');
}

/** A passkey with a right answer to a challenge. */
export interface VerifiedPasskey {
  readonly passkey: Passkey;
  readonly userId: string;
  /** Of signatures, as the authenticator has counted them. */
  readonly newCounter: number;
  readonly backedUp: boolean;
}

/** Why an answer was not accepted, and whose passkey it named. For the events only, never for the client. */
export interface RefusedPasskey {
  readonly userId: string | null;
}

/**
 * Verifies the answer of an authenticator, whose challenge is used up.
 * @param sessionId null for signing in
 * @throws AppError CONFLICT where passkeys are not possible
 */
export async function verifyPasskey(
  ctx: ProcedureContext,
  answer: Assertion,
  expected: { purpose: ChallengePurpose; sessionId: string | null },
): Promise<VerifiedPasskey | RefusedPasskey> {
  const { id: expectedRPID, origin: expectedOrigin } = requireRelyingParty(ctx);
  const expectedChallenge = await takeChallenge(ctx, answer.response.clientDataJSON, expected);
  const passkey = await passkeyRepository.findByCredentialId(ctx.em, answer.id);
  const userId = passkey?.user.id ?? null;
  if (!passkey || userId === null || expectedChallenge === null) return { userId };
  const { userHandle, ...response } = answer.response;
  // At a sign-in, nothing but the answer names the user (WebAuthn level 3, 7.2, step 6).
  const isHandleMissing = !userHandle && expected.purpose === 'sign_in';
  if (isHandleMissing || (userHandle && userHandle !== userHandleOf(userId))) return { userId };
  const { verifyAuthenticationResponse } = await loadWebAuthn();
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...answer, response, clientExtensionResults: {} },
      expectedChallenge,
      expectedOrigin,
      expectedRPID,
      // `useCounter` compares the counters under a lock.
      credential: { id: passkey.credentialId, publicKey: new Uint8Array(passkey.publicKey), counter: 0 },
      requireUserVerification: true,
    });
    if (!verified) return { userId };
    const { newCounter, credentialBackedUp } = authenticationInfo;
    return { passkey, userId, newCounter, backedUp: credentialBackedUp };
  } catch {
    // The library throws a plain `Error` for each difference.
    return { userId };
  }
}

/**
 * Records the use of a verified passkey. An authenticator that counts its signatures, and whose counter has not risen,
 * may be a copy. `tx` must have locked the user.
 * @returns null if the passkey was removed meanwhile
 */
export async function useCounter(
  ctx: ProcedureContext,
  tx: EntityManager,
  { passkey: { id }, newCounter, backedUp }: VerifiedPasskey,
): Promise<'used' | 'cloned' | null> {
  const locked = await passkeyRepository.lock(tx, id);
  if (!locked) return null;
  const isCounted = newCounter > 0 || locked.counter > 0;
  if (isCounted && newCounter <= locked.counter) return 'cloned';
  await passkeyRepository.noteUse(tx, id, {
    counter: newCounter,
    backedUp,
    lastUsedAt: ctx.services.clock(),
  });
  return 'used';
}

/** Records that an answer was refused; with a notice if the passkey may be a copy. */
export async function recordRefusedPasskey(
  ctx: ProcedureContext,
  { userId }: RefusedPasskey,
  { sessionId, isClone = false }: { sessionId?: string; isClone?: boolean } = {},
): Promise<void> {
  const facts = { userId, ...(sessionId === undefined ? {} : { sessionId }) };
  if (isClone) {
    // Without the session: the notice concerns it, too.
    await ctx.services.securityEvents.record(ctx.em, 'passkey_cloned', ctx, { userId, isNotice: true });
  }
  const details = { method: 'passkey' };
  await ctx.services.securityEvents.record(ctx.em, 'sign_in_failed', ctx, { ...facts, details });
}
