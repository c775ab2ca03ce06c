import { digestToken, personalAccessTokenRepository } from '@stockbook/db';
import type { ProcedureContext, Services } from '../../context.ts';
import type { Principal } from '../sessions/sessions.ts';
import { newToken } from './new-token.ts';

const prefix = 'sb_';
const tokenPattern = new RegExp(`^${prefix}[\\w-]{43}$`);

/** `last_used_at` is precise to the hour, so that not every request writes. */
const useNoteIntervalMs = 60 * 60 * 1000;

/** Makes a personal access token. People and secret scanners recognise it by its prefix. */
export function newPersonalAccessToken(): string {
  return `${prefix}${newToken()}`;
}

/** Whether a bearer token is a personal access token, judged by its form. An access token is three characters shorter. */
export function isPersonalAccessToken(token: string): boolean {
  return tokenPattern.test(token);
}

/** Updates the `lastUsedAt` of a token, unless it was updated within the last hour. */
export async function noteTokenUse(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  { id, lastUsedAt }: { id: string; lastUsedAt: Date | null },
): Promise<void> {
  const now = clock();
  if (lastUsedAt && now.getTime() - lastUsedAt.getTime() <= useNoteIntervalMs) return;
  await personalAccessTokenRepository.noteUse(database.fork(), id, now);
}

/** Resolves a personal access token to its user; null if it is unknown, expired or revoked. */
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
