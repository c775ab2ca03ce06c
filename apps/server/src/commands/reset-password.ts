import { randomBytes } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { createPasswordHasher, resetPassword } from '@stockbook/api';
import { printable } from '@stockbook/db';
import { readEnv } from '../env.ts';
import { withDatabase } from './with-database.ts';

/** Resets the password of an account to a generated one, or to what standard input contains. */
export async function resetPasswordOf(email: string, options: { fromStdin: boolean }): Promise<string> {
  const password = options.fromStdin ? (await text(process.stdin)).replace(/\r?\n$/, '') : newPassword();
  return withDatabase(readEnv(), async (database) => {
    const reset = await resetPassword({ database, passwords: createPasswordHasher() }, { email, password });
    return [
      ...(options.fromStdin ? [] : [`New password of ${printable(reset.email)}: ${password}`]),
      `Sign-ins ended: ${reset.endedSessions}. Personal access tokens revoked: ${reset.revokedTokens}.`,
    ].join('\n');
  });
}

/** 120 random bits, in base64url. */
function newPassword(): string {
  return randomBytes(15).toString('base64url');
}
