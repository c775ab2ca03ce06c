import { randomBytes } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { createPasswordHasher, resetPassword, toAppError } from '@stockbook/api';
import { type Database, describeUnavailable, printable, userRepository } from '@stockbook/db';
import { StartError } from './env.ts';
import { withDatabase } from './with-database.ts';

const usage = `Usage:
  npm run admin -- list-users
  npm run admin -- reset-password EMAIL                    generates a password and prints it once
  npm run admin -- reset-password EMAIL --password-stdin   reads the password from standard input`;

/** Runs an operator command on the server's database, whether or not the server is running. */
async function run([command, email]: readonly string[], isPasswordGiven: boolean): Promise<string> {
  if (command === 'list-users' && email === undefined) return withDatabase(printUsers);
  if (command !== 'reset-password' || email === undefined) throw new StartError(usage);
  const password = isPasswordGiven ? (await text(process.stdin)).replace(/\r?\n$/, '') : newPassword();
  return withDatabase(async (database) => {
    const reset = await resetPassword({ database, passwords: createPasswordHasher() }, { email, password });
    return [
      ...(isPasswordGiven ? [] : [`New password of ${printable(reset.email)}: ${password}`]),
      `Sign-ins ended: ${reset.endedSignIns}. Personal access tokens revoked: ${reset.revokedTokens}.`,
    ].join('\n');
  });
}

/** 120 random bits, in base64url. */
function newPassword(): string {
  return randomBytes(15).toString('base64url');
}

async function printUsers(database: Database): Promise<string> {
  const users = await userRepository.list(database.fork());
  const lines = users.map(({ email, username, createdAt }) =>
    [printable(email), printable(username), createdAt.toISOString().slice(0, 10)].join('\t'),
  );
  return ['email\tusername\tsince', ...lines].join('\n');
}

/** The error message for the operator: about the account, the database or the arguments. */
function errorMessage(error: unknown): string {
  const unavailable = describeUnavailable(error);
  if (unavailable !== null) return unavailable;
  const { code, message } = toAppError(error);
  return code === 'INTERNAL_SERVER_ERROR' && error instanceof Error ? error.message : message;
}

try {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { 'password-stdin': { type: 'boolean', default: false } },
  });
  process.stdout.write(`${await run(positionals, values['password-stdin'])}\n`);
} catch (error) {
  process.stderr.write(`${errorMessage(error)}\n`);
  process.exitCode = 1;
}
