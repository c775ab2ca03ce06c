import { text } from 'node:stream/consumers';
import { generatePassword, resetPassword } from '@stockbook/api';
import { printable } from '@stockbook/db';
import { withAccounts } from './with-accounts.ts';

/** Resets the password of an account to a generated one, or to what standard input contains. */
export async function resetPasswordOf(email: string, options: { fromStdin: boolean }): Promise<string> {
  const isGenerated = !options.fromStdin;
  const password = isGenerated ? generatePassword() : (await text(process.stdin)).replace(/\r?\n$/, '');
  return withAccounts(async (services) => {
    const reset = await resetPassword(services, { email, password, isGenerated });
    return [
      ...(isGenerated
        ? [
            `New password of ${printable(reset.email)}: ${password}`,
            'It works for 72 hours, and only to choose another.',
          ]
        : []),
      `Sign-ins ended: ${reset.endedSessions}. Personal access tokens revoked: ${reset.revokedTokens}.`,
    ].join('\n');
  });
}
