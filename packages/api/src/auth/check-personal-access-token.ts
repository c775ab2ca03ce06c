import { digestToken, personalAccessTokenRepository } from '@stockbook/db';
import type { DeedContext } from '../context.ts';
import { newToken } from './new-token.ts';
import type { Bearer } from './sign-ins.ts';

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

/** Who a token belongs to; null where it is unknown, expired or revoked. */
export async function checkPersonalAccessToken(
  { em, clock }: DeedContext,
  token: string,
): Promise<Bearer | null> {
  const now = clock();
  const found = await personalAccessTokenRepository.findByDigest(em, digestToken(token), now);
  if (!found) return null;
  const { id, expiresAt, lastUsedAt, user } = found;
  if (!lastUsedAt || now.getTime() - lastUsedAt.getTime() > noteEveryMs) {
    await personalAccessTokenRepository.noteUse(em, id, now);
  }
  return { user, credential: { kind: 'personal-access-token', id, expiresAt } };
}
