import { createInterface } from 'node:readline/promises';
import {
  createUser,
  deleteUser,
  disableUser,
  enableUser,
  eventSummaries,
  listEventsOf,
  listSessionsOf,
  removeSecondFactorOf,
  signOut,
  signOutAll,
} from '@stockbook/api';
import { printable } from '@stockbook/db';
import { readEnv, StartError } from '../env.ts';
import { withAccounts } from './with-accounts.ts';

function describeEnded({ endedSessions, revokedTokens }: { endedSessions: number; revokedTokens: number }) {
  return `Sign-ins ended: ${endedSessions}. Personal access tokens revoked: ${revokedTokens}.`;
}

/** Lines of tab-separated fields. No field can add a line, or hide one. */
function table(header: readonly string[], rows: readonly (readonly (string | null)[])[]): string {
  return [header, ...rows].map((row) => row.map((field) => printable(field ?? '')).join('\t')).join('\n');
}

function toMinute(time: Date): string {
  return `${time.toISOString().slice(0, 16)}Z`;
}

export async function createUserOf(email: string, username: string): Promise<string> {
  const created = await withAccounts((services) => createUser(services, { email, username }));
  return [
    `New password of ${printable(created.email)}: ${created.password}`,
    'It works for 72 hours, and only to choose another.',
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
  const rows = events.map(({ at, user, kind, client, address, count }) => [
    at.toISOString(),
    user?.email ?? null,
    kind,
    eventSummaries[kind],
    client,
    address,
    `${count}`,
  ]);
  return table(['at', 'email', 'kind', 'summary', 'client', 'address', 'count'], rows);
}
