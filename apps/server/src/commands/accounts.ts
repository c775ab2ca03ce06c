import { createInterface } from 'node:readline/promises';
import { text } from 'node:stream/consumers';
import {
  createOperatorCode,
  createUser,
  deleteUser,
  disableUser,
  enableUser,
  eventSummary,
  generatePassword,
  listEventsOf,
  listSessionsOf,
  removePasskeysOf,
  removeSecondFactorOf,
  resetPassword,
  signOut,
  signOutAll,
} from '@stockbook/api';
import { printable, userRepository } from '@stockbook/db';
import { readEnv, StartError } from '../env.ts';
import { describeEnded, describePassword, table } from './texts.ts';
import { withAccounts } from './with-accounts.ts';
import { withDatabase } from './with-database.ts';

function toMinute(time: Date): string {
  return `${time.toISOString().slice(0, 16)}Z`;
}

export async function listUsers(): Promise<string> {
  const users = await withDatabase(readEnv(), (database) => userRepository.list(database.fork()));
  const rows = users.map(({ email, username, createdAt }) => [
    email,
    username,
    createdAt.toISOString().slice(0, 10),
  ]);
  return table(['email', 'username', 'since'], rows);
}

export async function createUserOf(email: string, username: string): Promise<string> {
  const created = await withAccounts((services) => createUser(services, { email, username }));
  return describePassword(created.email, created.password);
}

/** Resets the password of an account to a generated one, or to what standard input contains. */
export async function resetPasswordOf(email: string, options: { fromStdin: boolean }): Promise<string> {
  const isGenerated = !options.fromStdin;
  const password = isGenerated ? generatePassword() : (await text(process.stdin)).replace(/\r?\n$/, '');
  const reset = await withAccounts((services) => resetPassword(services, { email, password, isGenerated }));
  return [
    ...(isGenerated ? [describePassword(reset.email, password)] : []),
    describeEnded(reset),
    `Passkeys that still sign in: ${reset.passkeys}. Identity providers: ${reset.connections}.`,
  ].join('\n');
}

export async function disableUserOf(email: string): Promise<string> {
  const ended = await withAccounts((services) => disableUser(services, email));
  return `Disabled ${printable(email)}. ${describeEnded(ended)}`;
}

export async function enableUserOf(email: string): Promise<string> {
  await withAccounts((services) => enableUser(services, email));
  return `Enabled ${printable(email)}.`;
}

export async function deleteUserOf(email: string): Promise<string> {
  await withAccounts((services) => deleteUser(services, email));
  return `Deleted ${printable(email)}. Backups keep the data until they are replaced.`;
}

export async function signOutOf(email: string | undefined, tokens: boolean): Promise<string> {
  const ended = await withAccounts((services) =>
    email === undefined ? signOutAll(services, { tokens }) : signOut(services, email, { tokens }),
  );
  return describeEnded(ended);
}

/** Prints an address that signs in once. The code is in the fragment, which no log receives. */
export async function createSessionOf(email: string): Promise<string> {
  const { PUBLIC_URL: publicUrl } = readEnv();
  if (publicUrl === undefined)
    throw new StartError('PUBLIC_URL must be set: the address to sign in begins with it');
  const code = await withAccounts((services) => createOperatorCode(services, email));
  return `Good once, for 10 minutes:\n${publicUrl}/signed-in#session=${code}`;
}

export async function listSignInsOf(email: string): Promise<string> {
  const { SIGN_IN_IDLE_S: idleTimeoutS } = readEnv();
  const sessions = await withAccounts((services) => listSessionsOf(services, email, idleTimeoutS));
  const rows = sessions.map(({ id, client, address, createdAt, lastUsedAt }) => [
    id,
    client,
    address,
    toMinute(createdAt),
    toMinute(lastUsedAt),
  ]);
  return table(['id', 'client', 'address', 'since', 'last used'], rows);
}

export async function removePasskeysBy(email: string): Promise<string> {
  const ended = await withAccounts((services) => removePasskeysOf(services, email));
  return `Passkeys of ${printable(email)} removed: ${ended.removedPasskeys}. ${describeEnded(ended)}`;
}

/** Asks for the email again: the account is then protected by its password alone. */
export async function removeSecondFactorBy(email: string): Promise<string> {
  process.stderr.write(`Type the email again to turn off two-step sign-in of ${printable(email)}: `);
  const lines = createInterface({ input: process.stdin });
  const { value: typed } = await lines[Symbol.asyncIterator]().next();
  lines.close();
  if (typed !== email) throw new StartError('The emails differ: nothing was changed');
  const ended = await withAccounts((services) => removeSecondFactorOf(services, email));
  return `Two-step sign-in of ${printable(email)} is off. ${describeEnded(ended)}`;
}

export async function listEvents(email: string | undefined, since: string | undefined): Promise<string> {
  const from = since === undefined ? undefined : new Date(`${since}T00:00:00Z`);
  if (from && Number.isNaN(from.getTime())) throw new StartError('--since must be a date like 2026-11-01');
  const events = await withAccounts((services) => listEventsOf(services, email, from));
  const rows = events.map(({ at, user, kind, details, client, address, count }) => [
    at.toISOString(),
    user?.email ?? null,
    kind,
    eventSummary({ kind, details }),
    client,
    address,
    `${count}`,
  ]);
  return table(['at', 'email', 'kind', 'summary', 'client', 'address', 'count'], rows);
}
