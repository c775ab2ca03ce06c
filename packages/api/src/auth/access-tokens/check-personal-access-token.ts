import { digestToken, personalAccessTokenRepository } from '@stockbook/db';
import type { ProcedureContext, Services } from '../../context.ts';
import type { Principal } from '../sessions/sessions.ts';
import { newToken } from './new-token.ts';

const prefix = 'sb_';
const form = new RegExp(`^${prefix}[\\w-]{43}$`);

/** Use is noted once in so long, so that not every request writes. */
const noteEveryMs = 60 * 60 * 1000;

/** A new token for a script; the prefix tells people and secret scanners what they have found. */
export function newPersonalAccessToken(): string {
  return `${prefix}${newToken()}`;
}

/** Whether a token has the form of one for scripts. An access token is three characters shorter. */
export function isPersonalAccessToken(token: string): boolean {
  return form.test(token);
}

/** Notes that a token is being used, unless that has been noted lately. */
export async function noteTokenUse(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  { id, lastUsedAt }: { id: string; lastUsedAt: Date | null },
): Promise<void> {
  const now = clock();
  if (lastUsedAt && now.getTime() - lastUsedAt.getTime() <= noteEveryMs) return;
  await personalAccessTokenRepository.noteUse(database.fork(), id, now);
}

/** Who a token belongs to; null where it is unknown, expired or revoked. */
export async function checkPersonalAccessToken(
  ctx: ProcedureContext,
  token: string,
): Promise<Principal | null> {
  const found = await personalAccessTokenRepository.findByDigest(ctx.em, digestToken(token), ctx.clock());
  if (!found) return null;
  await noteTokenUse(ctx, found);
  const { id, expiresAt, user } = found;
  return { user, credential: { kind: 'personal-access-token', id, expiresAt } };
}
