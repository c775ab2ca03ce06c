import type { Database } from '@stockbook/db';
import { apiClient } from '@stockbook/testing';
import { beginSession } from './account.ts';

/** A user of average size. */
export interface SteadyUser {
  readonly id: string;
  readonly token: string;
  /** The watch list. */
  readonly symbols: readonly string[];
}

/** A change to make through one process and to read through another. */
interface Attempt {
  readonly database: Database;
  readonly user: SteadyUser;
  /** URL of the process that makes the change. */
  readonly changed: string;
  /** URL of the process that must know it at once. */
  readonly read: string;
  /** Another one for each change. */
  readonly number: number;
}

/** Makes a change through one process. @returns whether the other one knows it @throws if a request is refused */
export type Change = (attempt: Attempt) => Promise<boolean>;

/** ETags of the latest responses, by user and path. */
const etags = new Map<string, string>();

/** Whether a conditional GET of the user, as a browser sends it, has a response with `text`. */
async function hasText({ user, read }: Attempt, path: string, text: string): Promise<boolean> {
  const known = `${user.id} ${path}`;
  const response = await fetch(`${read}/api${path}`, {
    headers: { authorization: `Bearer ${user.token}`, 'if-none-match': etags.get(known) ?? '' },
  });
  const body = await response.text();
  if (response.status >= 400) throw new Error(`${path}: ${response.status} ${body}`);
  etags.set(known, response.headers.get('etag') ?? '');
  return body.includes(text);
}

const instrument = '@STEADY';

/** Users whose own instrument exists. */
const owners = new Set<string>();

async function ensureInstrument({ user, changed }: Attempt): Promise<void> {
  if (owners.has(user.id)) return;
  owners.add(user.id);
  const facts = { symbol: instrument, name: 'Steady', currency: 'EUR' };
  await apiClient(changed, user.token).call('POST', '/instruments', facts);
}

export const changes = {
  async note(attempt) {
    const { user, changed, number } = attempt;
    const notes = `Change ${number}`;
    await apiClient(changed, user.token).call('PATCH', `/stocks/${user.symbols[0]}`, { notes });
    return hasText(attempt, '/stocks', JSON.stringify(notes));
  },
  async price(attempt) {
    const { user, changed, number } = attempt;
    await ensureInstrument(attempt);
    const close = number + 10_000.25;
    await apiClient(changed, user.token).call('PUT', `/instruments/${instrument}/bars`, {
      bars: [{ date: '2026-01-02', close }],
    });
    return hasText(attempt, `/stocks/${instrument}/data`, String(close));
  },
  async signOut({ database, user, changed, read }) {
    const { token } = await beginSession(database, user.id);
    const { status: before } = await apiClient(read, token).send('GET', '/lists');
    if (before !== 200) throw new Error(`A new sign-in has the status ${before}`);
    await apiClient(changed, token).call('POST', '/auth/logout');
    const { status: after } = await apiClient(read, token).send('GET', '/lists');
    return after === 401;
  },
} satisfies Readonly<Record<string, Change>>;
