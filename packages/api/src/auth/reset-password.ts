import { personalAccessTokenRepository, signInRepository, userRepository } from '@stockbook/db';
import type { Services } from '../context.ts';
import { AppError } from '../errors.ts';
import { refuseCommonPassword } from './passwords/common-passwords.ts';
import { newPassword } from './schemas.ts';

/**
 * The operator's way back in for somebody who lost their password. Whoever else was in is out: all sign-ins end
 * and all personal access tokens are revoked, in the transaction that changes the password.
 * @throws AppError where no account has the email or the password is too common, ZodError where it is too short
 */
export async function resetPassword(
  { database, passwords }: Pick<Services, 'database' | 'passwords'>,
  { email, password }: { email: string; password: string },
): Promise<{ email: string; endedSignIns: number; revokedTokens: number }> {
  const chosen = newPassword.parse(password);
  refuseCommonPassword(chosen);
  const passwordHash = await passwords.hash(chosen);
  return database.fork().transactional(async (tx) => {
    const user = await userRepository.findByEmail(tx, email);
    if (!user) throw new AppError('NOT_FOUND', `No account has the email ${email}`);
    user.passwordHash = passwordHash;
    // Before the sign-ins end: one that is being made with the old password is waited for, and ends too.
    await tx.flush();
    return {
      email: user.email,
      endedSignIns: await signInRepository.endAllOfUser(tx, user.id),
      revokedTokens: await personalAccessTokenRepository.removeAllOfUser(tx, user.id),
    };
  });
}
