import { personalAccessTokenRepository, sessionRepository, userRepository } from '@stockbook/db';
import type { z } from 'zod';
import type { UserContext } from '../../context.ts';
import { notYourPassword, verifyOwnPassword } from '../confirmation/verify-own-password.ts';
import { addressBlock } from '../limits/address-block.ts';
import { notSignedIn, requireSession } from '../sessions/authenticate.ts';
import { presentSignIn } from '../sign-in/present-sign-in.ts';
import type { changedPassword, changePasswordInput } from './schemas.ts';

/**
 * Changes the password of the caller, whose session goes on with new tokens: a thief who has the old ones loses them.
 * @throws AppError UNAUTHORIZED without a signed-in session, BAD_REQUEST if the current password is wrong or the new one
 *   easy to guess, TOO_MANY_REQUESTS
 */
export async function changePassword(
  ctx: UserContext,
  input: z.output<typeof changePasswordInput>,
): Promise<z.infer<typeof changedPassword>> {
  requireSession(ctx);
  const { em, credential, clock, passwords, passwordRules, securityEvents, sessions } = ctx;
  const user = await verifyOwnPassword(ctx, input.current_password, 'current_password');
  const field = { name: 'new_password', label: 'New password' };
  await passwordRules.assertAllowed(input.new_password, user, field);
  const passwordHash = await passwords.hash(input.new_password, {
    isKnown: true,
    block: addressBlock(ctx.address),
  });
  return em.transactional(async (tx) => {
    // Of simultaneous changes one succeeds.
    if (!(await userRepository.lockIfCredentialsUnchanged(tx, user)))
      throw notYourPassword('current_password');
    const session = await sessionRepository.lock(tx, credential.id);
    if (!session) throw notSignedIn();
    await userRepository.setPassword(tx, user.id, {
      passwordHash,
      passwordChangedAt: clock(),
      mustChangePasswordUntil: null,
    });
    const ended = input.end_other_sign_ins
      ? await sessionRepository.endAllOfUser(tx, user.id, credential.id)
      : 0;
    const revoked = input.revoke_tokens
      ? await personalAccessTokenRepository.removeAllOfUser(tx, user.id)
      : 0;
    const tokens = await sessions.replaceTokens(tx, user.id, session);
    await securityEvents.record(tx, 'password_changed', ctx, {
      userId: user.id,
      sessionId: credential.id,
      details: { ended, revoked_tokens: revoked },
    });
    return { ...presentSignIn(user, tokens), message: describeChange(ended), ended };
  });
}

function describeChange(ended: number): string {
  const changed = 'Your password was changed.';
  if (ended === 0) return changed;
  return `${changed} ${ended === 1 ? '1 other sign-in was' : `${ended} other sign-ins were`} ended.`;
}
