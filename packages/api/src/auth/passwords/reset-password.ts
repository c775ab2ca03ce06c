import { personalAccessTokenRepository, sessionRepository, userRepository } from '@stockbook/db';
import type { Services } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { operatorSource } from '../../security-events/security-events.ts';
import { newPassword } from '../schemas.ts';
import { mustChangeUntil } from './generated-password.ts';
import { operatorTurn } from './hash-queue.ts';

type ResetServices = Pick<Services, 'database' | 'passwords' | 'passwordRules' | 'securityEvents' | 'clock'>;

/**
 * Sets a new password on behalf of the operator. Ends all sessions and revokes all personal access tokens of the
 * account in the same transaction, since others may know the old password. The second factor stays on.
 * @param isGenerated whether the user must choose another password
 * @throws AppError if no account has the email or the password is easy to guess, ZodError if its length is wrong
 */
export async function resetPassword(
  { database, passwords, passwordRules, securityEvents, clock }: ResetServices,
  { email, password, isGenerated }: { email: string; password: string; isGenerated: boolean },
): Promise<{ email: string; endedSessions: number; revokedTokens: number }> {
  const parsed = newPassword('Password').parse(password);
  const owner = await userRepository.findByEmail(database.fork(), email);
  if (!owner) throw new AppError('NOT_FOUND', `No account has the email ${email}`);
  await passwordRules.assertAllowed(parsed, owner, { name: 'password', label: 'Password' });
  const passwordHash = await passwords.hash(parsed, operatorTurn);
  const now = clock();
  return database.fork().transactional(async (tx) => {
    // First: the update waits for a login with the old password to commit, so that its session ends too.
    await userRepository.setPassword(tx, owner.id, {
      passwordHash,
      passwordChangedAt: now,
      mustChangePasswordUntil: isGenerated ? mustChangeUntil(now) : null,
    });
    await securityEvents.record(tx, 'password_reset', operatorSource, { userId: owner.id });
    return {
      email: owner.email,
      endedSessions: await sessionRepository.endAllOfUser(tx, owner.id),
      revokedTokens: await personalAccessTokenRepository.removeAllOfUser(tx, owner.id),
    };
  });
}
