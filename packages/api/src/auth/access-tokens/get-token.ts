import { personalAccessTokenRepository } from '@stockbook/db';
import type { z } from 'zod';
import type { UserContext } from '../../context.ts';
import { notFound } from '../../errors.ts';
import { isUuid } from '../../primitives.ts';
import { requireSession } from '../sessions/authenticate.ts';
import { presentToken } from './present-token.ts';
import type { PersonalAccessToken, tokenInput } from './schemas.ts';

/**
 * Returns a personal access token of the caller, without its secret.
 * @throws AppError UNAUTHORIZED without a signed-in session, NOT_FOUND
 */
export async function getToken(
  ctx: UserContext,
  { tokenId: id }: z.output<typeof tokenInput>,
): Promise<PersonalAccessToken> {
  requireSession(ctx);
  const { em, user } = ctx;
  const token = isUuid(id) ? await personalAccessTokenRepository.findOfUser(em, user.id, id) : null;
  if (!token) throw notFound('Token');
  return presentToken(token);
}
