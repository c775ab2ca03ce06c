import { personalAccessTokenRepository, sessionRepository, userRepository } from '@stockbook/db';
import type { Services } from '../context.ts';
import { AppError } from '../errors.ts';
import { assertUncommonPassword } from './passwords/common-passwords.ts';
import { newPassword } from './schemas.ts';

/**
 * Sets a new password on behalf of the operator. Ends all sessions and revokes all personal access tokens of the
 * account in the same transaction, since others may know the old password.
 * @throws AppError if no account has the email or the password is too common, ZodError if its length is wrong
 */
export async function resetPassword(
  { database, passwords }: Pick<Services, 'database' | 'passwords'>,
  { email, password }: { email: string; password: string },
): Promise<{ email: string; endedSessions: number; revokedTokens: number }> {
  const parsed = newPassword.parse(password);
  assertUncommonPassword(parsed);
  const passwordHash = await passwords.hash(parsed);
  return database.fork().transactional(async (tx) => {
    const user = await userRepository.findByEmail(tx, email);
    if (!user) throw new AppError('NOT_FOUND', `No account has the email ${email}`);
    // First: the update waits for a login with the old password to commit, so that its session ends too.
    await userRepository.setPasswordHash(tx, user.id, passwordHash);
    return {
      email: user.email,
      endedSessions: await sessionRepository.endAllOfUser(tx, user.id),
      revokedTokens: await personalAccessTokenRepository.removeAllOfUser(tx, user.id),
    };
  });
}
