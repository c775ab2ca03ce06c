import { personalAccessTokenRepository } from '@stockbook/db';
import { z } from 'zod';
import type { UserContext } from '../context.ts';
import { notFound } from '../errors.ts';
import type { tokenInput } from './schemas.ts';
import { requireSession } from './sessions/authenticate.ts';

/**
 * Revokes a personal access token of the caller, at once.
 * @throws AppError NOT_FOUND if the caller has no such token
 */
export async function deleteToken(ctx: UserContext, { tokenId }: z.output<typeof tokenInput>) {
  requireSession(ctx);
  const isRemoved =
    z.uuid().safeParse(tokenId).success &&
    (await personalAccessTokenRepository.remove(ctx.em, ctx.user.id, tokenId));
  if (!isRemoved) throw notFound('Token');
  return { message: 'The token was revoked' };
}
