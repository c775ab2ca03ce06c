import { randomUUID } from 'node:crypto';
import { type Passkey, passkeyRepository, sessionRepository, userRepository } from '@stockbook/db';
import type { z } from 'zod';
import type { UserContext } from '../../context.ts';
import { AppError, notFound } from '../../errors.ts';
import { isUuid } from '../../primitives.ts';
import { requireConfirmation } from '../confirmation/confirmation.ts';
import { requireSession } from '../sessions/sessions.ts';
import { challengeMs, createChallenge, requireRelyingParty, takeChallenge } from './challenges.ts';
import {
  type addPasskeyInput,
  type creationOptions,
  type listPasskeysInput,
  maxPasskeys,
  type PasskeyOutput,
  type passkeyInput,
  type passkeyList,
  type renamePasskeyInput,
} from './schemas.ts';
import { loadWebAuthn, recordRefusedPasskey, userHandleOf } from './verify-passkey.ts';
import { assertCanSignIn } from './ways-to-sign-in.ts';

/** Ed25519, ECDSA on P-256, and RSA, in COSE's numbers: the algorithms that authenticators have. */
const algorithms = [-8, -7, -257];

/**
 * Returns what the browser needs to make a passkey.
 * @throws AppError UNAUTHORIZED without a signed-in session, CONFIRMATION_REQUIRED, CONFLICT where passkeys are not
 *   possible or if the user has the maximum number
 */
export async function passkeyOptions(ctx: UserContext): Promise<z.infer<typeof creationOptions>> {
  requireSession(ctx);
  const { id } = requireRelyingParty(ctx);
  const { em, user, credential } = ctx;
  await em.transactional((tx) => requireConfirmation(ctx, tx));
  const [passkeys, total] = await passkeyRepository.listOfUser(em, user.id, {});
  assertBelowMaximum(total);
  return {
    challenge: await createChallenge(ctx, 'add', credential.id),
    rp: { id, name: 'Stockbook' },
    user: { id: userHandleOf(user.id), name: user.email, displayName: user.username },
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
    timeout: challengeMs,
    excludeCredentials: passkeys.map(({ credentialId, transports }) => ({
      id: credentialId,
      type: 'public-key',
      transports,
    })),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    attestation: 'none',
  };
}

function assertBelowMaximum(count: number): void {
  if (count < maxPasskeys) return;
  throw new AppError('CONFLICT', `You have ${maxPasskeys} passkeys, the maximum. Remove one first`, {
    isQuota: true,
  });
}

/**
 * Adds a passkey, which also confirms the session: its owner has just used it.
 * @throws AppError UNAUTHORIZED without a signed-in session, CONFIRMATION_REQUIRED, BAD_REQUEST if the answer is not
 *   accepted, CONFLICT if the passkey is registered already, the user has the maximum number, or passkeys are not
 *   possible
 */
export async function addPasskey(
  ctx: UserContext,
  { name, response }: z.output<typeof addPasskeyInput>,
): Promise<PasskeyOutput> {
  const { em, user, credential } = ctx;
  const { clock, securityEvents } = ctx.services;
  // Before the challenge is used up: the client repeats the call after a confirmation.
  await em.transactional((tx) => requireConfirmation(ctx, tx));
  const made = await verifyNew(ctx, response);
  if (!made) {
    await recordRefusedPasskey(ctx, { userId: user.id }, { sessionId: credential.id });
    throw new AppError('BAD_REQUEST', 'This passkey was not accepted');
  }
  const now = clock();
  const row = { ...made, id: randomUUID(), name, createdAt: now, lastUsedAt: null };
  await em.transactional(async (tx) => {
    await userRepository.lockForUpdate(tx, user.id);
    await requireConfirmation(ctx, tx);
    assertBelowMaximum(await passkeyRepository.countOfUser(tx, user.id));
    if (!(await passkeyRepository.add(tx, { ...row, userId: user.id }))) {
      throw new AppError('CONFLICT', 'This passkey is registered already');
    }
    await sessionRepository.confirm(tx, credential.id, now, 'passkey');
    await securityEvents.record(tx, 'passkey_added', ctx, {
      userId: user.id,
      sessionId: credential.id,
      isNotice: true,
    });
  });
  return presentPasskey(row);
}

type MadePasskey = Pick<Passkey, 'credentialId' | 'publicKey' | 'counter' | 'transports' | 'backedUp'>;

/** Verifies a new passkey, whose challenge is used up; null if it is not accepted. */
async function verifyNew(
  ctx: UserContext,
  answer: z.output<typeof addPasskeyInput>['response'],
): Promise<MadePasskey | null> {
  const { id: expectedRPID, origin: expectedOrigin } = requireRelyingParty(ctx);
  const expected = { purpose: 'add', sessionId: ctx.credential.id } as const;
  const expectedChallenge = await takeChallenge(ctx, answer.response.clientDataJSON, expected);
  if (expectedChallenge === null) return null;
  const { transports = [], ...response } = answer.response;
  const { verifyRegistrationResponse } = await loadWebAuthn();
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { ...answer, response, clientExtensionResults: {} },
      expectedChallenge,
      expectedOrigin,
      expectedRPID,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    });
    if (!registrationInfo) return null;
    const { credential, credentialBackedUp: backedUp } = registrationInfo;
    const { id: credentialId, publicKey, counter } = credential;
    return { credentialId, publicKey: Buffer.from(publicKey), counter, transports, backedUp };
  } catch {
    // The library throws a plain `Error` for each difference.
    return null;
  }
}

/**
 * Lists the passkeys of the caller, newest first.
 * @throws AppError UNAUTHORIZED without a signed-in session
 */
export async function listPasskeys(
  ctx: UserContext,
  page: z.output<typeof listPasskeysInput>,
): Promise<z.infer<typeof passkeyList>> {
  requireSession(ctx);
  const [passkeys, total] = await passkeyRepository.listOfUser(ctx.em, ctx.user.id, page);
  return { passkeys: passkeys.map(presentPasskey), total };
}

/** @throws AppError UNAUTHORIZED without a signed-in session, NOT_FOUND */
export async function getPasskey(
  ctx: UserContext,
  { passkeyId: id }: z.output<typeof passkeyInput>,
): Promise<PasskeyOutput> {
  requireSession(ctx);
  const passkey = isUuid(id) ? await passkeyRepository.findOfUser(ctx.em, ctx.user.id, id) : null;
  if (!passkey) throw notFound('Passkey');
  return presentPasskey(passkey);
}

/** @throws AppError UNAUTHORIZED without a signed-in session, NOT_FOUND */
export async function renamePasskey(
  ctx: UserContext,
  { passkeyId, name }: z.output<typeof renamePasskeyInput>,
): Promise<PasskeyOutput> {
  requireSession(ctx);
  const { em, user } = ctx;
  const isRenamed = isUuid(passkeyId) && (await passkeyRepository.rename(em, user.id, passkeyId, name));
  if (!isRenamed) throw notFound('Passkey');
  return getPasskey(ctx, { passkeyId });
}

/**
 * Removes a passkey of the caller.
 * @throws AppError UNAUTHORIZED without a signed-in session, CONFIRMATION_REQUIRED, NOT_FOUND, CONFLICT if the caller
 *   could no longer sign in
 */
export async function removePasskey(ctx: UserContext, { passkeyId }: z.output<typeof passkeyInput>) {
  const { em, user, credential } = ctx;
  const { securityEvents } = ctx.services;
  await em.transactional(async (tx) => {
    await userRepository.lockForUpdate(tx, user.id);
    await requireConfirmation(ctx, tx);
    const isRemoved = isUuid(passkeyId) && (await passkeyRepository.remove(tx, user.id, passkeyId));
    if (!isRemoved) throw notFound('Passkey');
    await assertCanSignIn(ctx, tx);
    const facts = { userId: user.id, sessionId: credential.id };
    await securityEvents.record(tx, 'passkey_removed', ctx, facts);
  });
  return { message: 'The passkey was removed' };
}

/** Maps a passkey to its API shape, which has no key. */
export function presentPasskey(
  passkey: Pick<Passkey, 'id' | 'name' | 'createdAt' | 'lastUsedAt' | 'backedUp' | 'transports'>,
): PasskeyOutput {
  return {
    id: passkey.id,
    name: passkey.name,
    created_at: passkey.createdAt.toISOString(),
    last_used_at: passkey.lastUsedAt?.toISOString() ?? null,
    backed_up: passkey.backedUp,
    transports: passkey.transports,
  };
}
