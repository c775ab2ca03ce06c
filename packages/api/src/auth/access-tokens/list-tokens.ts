import { personalAccessTokenRepository } from '@stockbook/db';
import type { z } from 'zod';
import type { UserContext } from '../../context.ts';
import { requireSession } from '../sessions/authenticate.ts';
import { presentToken } from './present-token.ts';
import type { listTokensInput, personalAccessTokenList } from './schemas.ts';

/** Lists the personal access tokens of the caller, newest first. */
export async function listTokens(
  ctx: UserContext,
  page: z.output<typeof listTokensInput>,
): Promise<z.infer<typeof personalAccessTokenList>> {
  requireSession(ctx);
  const [tokens, total] = await personalAccessTokenRepository.listOfUser(ctx.em, ctx.user.id, page);
  return { tokens: tokens.map(presentToken), total };
}
