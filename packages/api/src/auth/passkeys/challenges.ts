import { randomBytes } from 'node:crypto';
import { minuteMs } from '@stockbook/common/durations';
import { type ChallengePurpose, digestToken, passkeyRepository } from '@stockbook/db';
import { z } from 'zod';
import type { ProcedureContext } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { type RelyingParty, relyingPartyOf } from './relying-party.ts';

/** How long a challenge can be answered. */
export const challengeMs = 5 * minuteMs;

/** @throws AppError CONFLICT where passkeys are not possible */
export function requireRelyingParty(ctx: ProcedureContext): RelyingParty {
  const relyingParty = relyingPartyOf(ctx);
  if (relyingParty) return relyingParty;
  throw new AppError('CONFLICT', 'Passkeys need HTTPS and a fixed address (PUBLIC_URL)');
}

/**
 * Creates a challenge of 256 bits.
 * @param sessionId null for signing in
 */
export async function createChallenge(
  { em, services: { clock } }: ProcedureContext,
  purpose: ChallengePurpose,
  sessionId: string | null,
): Promise<string> {
  const challenge = randomBytes(32).toString('base64url');
  const now = clock();
  const expiresAt = new Date(now.getTime() + challengeMs);
  await passkeyRepository.addChallenge(
    em,
    { digest: digestToken(challenge), purpose, sessionId, expiresAt },
    now,
  );
  return challenge;
}

const clientData = z.object({ challenge: z.string() });

function challengeIn(clientDataJson: string): string | null {
  try {
    return clientData.parse(JSON.parse(Buffer.from(clientDataJson, 'base64url').toString())).challenge;
  } catch {
    return null;
  }
}

/**
 * Uses up the challenge of an answer, also if it was made for something else.
 * @param clientDataJson in base64url
 * @returns the challenge; null if it was not made for this purpose and session, has expired or was answered
 */
export async function takeChallenge(
  { em, services: { clock } }: ProcedureContext,
  clientDataJson: string,
  { purpose, sessionId }: { purpose: ChallengePurpose; sessionId: string | null },
): Promise<string | null> {
  const challenge = challengeIn(clientDataJson);
  const taken = challenge === null ? null : await passkeyRepository.takeChallenge(em, digestToken(challenge));
  const isGood = taken?.purpose === purpose && taken.sessionId === sessionId && taken.expiresAt > clock();
  return isGood ? challenge : null;
}
