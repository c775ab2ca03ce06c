import {
  type EntityManager,
  passkeyRepository,
  providerConnectionRepository,
  userRepository,
} from '@stockbook/db';
import type { UserContext } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { hasUsablePassword } from '../passwords/generated-password.ts';
import { relyingPartyOf } from './relying-party.ts';

/**
 * Requires that the caller can still sign in after a removal in `tx`, which must have locked the user.
 * @throws AppError CONFLICT
 */
export async function assertCanSignIn(ctx: UserContext, tx: EntityManager): Promise<void> {
  const user = await userRepository.findById(tx, ctx.user.id);
  if (hasUsablePassword(user, ctx.services.clock()) && ctx.services.accountPolicy.hasPasswordSignIn) return;
  const provider = ctx.services.identityProvider;
  if (provider && (await providerConnectionRepository.findOfUser(tx, ctx.user.id, provider.issuer))) return;
  if (relyingPartyOf(ctx) !== null && (await passkeyRepository.countOfUser(tx, ctx.user.id)) > 0) return;
  throw new AppError('CONFLICT', 'Set a password or add a passkey first');
}
