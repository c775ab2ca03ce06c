import { signInRepository } from '@stockbook/db';
import type { z } from 'zod';
import type { UserContext } from '../context.ts';
import { requireSignIn } from './authenticate.ts';
import type { endedSignIns } from './schemas.ts';

/** Ends all sign-ins of the caller, this one included. Tokens for scripts stay. */
export async function logoutAll(ctx: UserContext): Promise<z.infer<typeof endedSignIns>> {
  requireSignIn(ctx);
  const ended = await signInRepository.endAllOfUser(ctx.em, ctx.user.id);
  return { message: 'Signed out everywhere', ended };
}
