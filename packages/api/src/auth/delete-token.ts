import { personalAccessTokenRepository } from '@stockbook/db';
import { z } from 'zod';
import type { UserContext } from '../context.ts';
import { notFound } from '../errors.ts';
import type { tokenInput } from './schemas.ts';
import { requireSignIn } from './sessions/authenticate.ts';

/** Revokes a token of the caller's, at once. */
export async function deleteToken(ctx: UserContext, { tokenId }: z.output<typeof tokenInput>) {
  requireSignIn(ctx);
  const isRemoved =
    z.uuid().safeParse(tokenId).success &&
    (await personalAccessTokenRepository.remove(ctx.em, ctx.user.id, tokenId));
  if (!isRemoved) throw notFound('Token');
  return { message: 'The token was revoked' };
}
