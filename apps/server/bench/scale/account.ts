import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { dayMs } from '@stockbook/common/durations';
import type { Database } from '@stockbook/db';
import { sql } from '@stockbook/db/testing';
import { apiClient } from '@stockbook/testing';
import { password } from '../support/stack.ts';
import { movedFiles } from './calls.ts';
import { addOthers, type Kind } from './kinds.ts';

/** A user whose calls are measured. */
export interface Account {
  readonly kind: Kind;
  readonly userId: string;
  readonly passwordHash: string;
  /** Loopback address that its requests come from. */
  readonly address: string;
  token: string;
  /** When its last session began. */
  signedInAt: number;
  /** The values of `{{name}}` in a call. */
  readonly values: Record<string, string[]>;
}

/** A session may change what is sensitive for ten minutes. */
const maxSessionAgeMs = 5 * 60_000;

/** Longer than any task may take. */
export const maxTaskMs = 150_000;

/** Days within the histories: responses from each of them are different ones. */
const days = Array.from({ length: 700 }, (_, index) =>
  new Date(Date.now() - (index + 100) * dayMs).toISOString().slice(0, 10),
);

/** A stock of the simulated provider, which each account tracks beside those of `fillScale`. */
const fullHistory = 'AAPL';

/** The strategy of backtests and sweeps, with rules of one stock. */
const runnable = 'Runnable';

/** Registers an account of a kind, without rows. @param number of the kind */
export async function register(
  { url, database }: { readonly url: string; readonly database: Database },
  kind: Kind,
  number: number,
): Promise<Account> {
  const username = `kind${number}`;
  const email = `${username}@example.com`;
  await apiClient(url).call('POST', '/auth/register', { email, username, password });
  return findAccount(database, { username, kind, number });
}

/** Adds the spare accounts of the kind of an account, without rows. @param first number of the first one */
export async function addSpares(
  database: Database,
  { kind, userId }: Account,
  first: number,
): Promise<Account[]> {
  const spares = Array.from({ length: kind.spares }, (_, index) => {
    const number = first + index;
    return { username: `kind${number}`, kind, number };
  });
  await sql`
    insert into user_account (id, email, email_key, username, username_key, password_hash, created_at)
    select gen_random_uuid(), name || '@example.com', name || '@example.com', name, name, password_hash, now()
    from user_account, unnest(${spares.map(({ username }) => username)}::text[]) name
    where user_account.id = ${userId}
  `.execute(database.fork().getKysely());
  return Promise.all(spares.map((spare) => findAccount(database, spare)));
}

/** Finds an account and signs it in. @param number another one for each account */
export async function findAccount(
  database: Database,
  { username, kind, number }: { readonly username: string; readonly kind: Kind; readonly number: number },
): Promise<Account> {
  const { rows } = await sql<{ id: string; email: string; hash: string }>`
    select id, email, password_hash as hash from user_account where username = ${username}
  `.execute(database.fork().getKysely());
  const [row] = rows;
  if (!row) throw new Error(`No user is called ${username}`);
  const account: Account = {
    kind,
    userId: row.id,
    passwordHash: row.hash,
    address: `127.1.1.${number + 1}`,
    token: '',
    signedInAt: 0,
    values: { email: [row.email], username: [username], listedSymbol: [fullHistory], day: days },
  };
  await signIn(database, account);
  return account;
}

const digestOf = (token: string) => createHash('sha256').update(token).digest('hex');

/** Begins a session without the slow hash of a password; the one before it is `{{signIn}}`. */
export async function signIn(database: Database, account: Account): Promise<void> {
  const { id, token, refreshToken } = await beginSession(database, account.userId);
  account.values.signIn = account.values.currentSignIn ?? [id];
  account.values.currentSignIn = [id];
  account.values.refreshToken = [refreshToken];
  account.token = token;
  account.signedInAt = performance.now();
}

/** Begins a session of a day. */
export async function beginSession(database: Database, userId: string) {
  const session = { id: randomUUID(), token: randomToken(), refreshToken: randomToken() };
  await sql`
    with session as (
      insert into session (id, user_id, expires_at, created_at, last_used_at, confirmed_at, confirmed_by)
      values (${session.id}, ${userId}, now() + interval '1 day', now(), now(), now(), 'password') returning id
    ), access as (
      insert into access_token (digest, user_id, session_id, expires_at)
      select ${digestOf(session.token)}, ${userId}, id, now() + interval '1 day' from session
    )
    insert into refresh_token (digest, session_id) select ${digestOf(session.refreshToken)}, id from session
  `.execute(database.fork().getKysely());
  return session;
}

/** Begins another session before that of the account is too old. */
export async function renewSession(database: Database, account: Account): Promise<void> {
  if (performance.now() - account.signedInAt > maxSessionAgeMs) await signIn(database, account);
}

const randomToken = () => randomBytes(32).toString('base64url');

/** The first symbols of an account's watch list, in the order of their numbers. */
export async function symbolsOf(database: Database, { userId }: Pick<Account, 'userId'>): Promise<string[]> {
  const { rows } = await sql<{ symbol: string }>`
    select symbol from user_stock join stock on stock.id = stock_id where user_id = ${userId} order by stock.id limit 50
  `.execute(database.fork().getKysely());
  return rows.map(({ symbol }) => symbol);
}

/** Adds what only the program can create, and reads an id of each resource. */
export async function complete(
  { url, database }: { readonly url: string; readonly database: Database },
  account: Account,
): Promise<void> {
  const { userId, values, token } = account;
  const symbols = await symbolsOf(database, account);
  await addOthers(database, userId, account.kind.others, symbols);
  const api = apiClient(url, token);
  await api.runTask('/stocks', { symbol: fullHistory });
  await api.runTask('/indicators/calculate', { stock_symbol: symbols[0], ta_indicator: 'RSI' });
  const bars = Array.from({ length: 20 }, (_, day) => ({
    date: `2026-01-${String(day + 1).padStart(2, '0')}`,
    close: 1.5,
  }));
  await api.call('POST', '/instruments', {
    symbol: '@OWN',
    name: 'Fund',
    currency: 'USD',
    track: false,
    bars,
  });
  const rules = {
    format: 'stockbook/1',
    entry: 'close > sma(5)',
    exit: 'close < sma(5)',
    scope: { symbols: symbols.slice(0, 1) },
  };
  const { id } = await api.call<{ id: string }>('POST', '/strategies', { name: runnable, rules });
  await api.runTask(`/strategies/${id}/backtests`, {});
  await api.runTask(`/strategies/${id}/sweeps`, {
    ranges: [{ numbers: ['entry[0]'], from: 5, to: 6, step: 1 }],
  });
  await api.runTask('/portfolios/move-in', { files: movedFiles }, { timeoutMs: maxTaskMs });
  Object.assign(values, await readIds(database, userId), { slowStrategy: [id], symbol: [symbols[0] ?? ''] });
  await api.call('POST', `/portfolios/${values.portfolio?.[0]}/tags`, { name: 'mine' });
  Object.assign(values, await readIds(database, userId));
}

/** An id of each resource of a user, by the name of its placeholder in the calls. */
async function readIds(database: Database, userId: string): Promise<Record<string, string[]>> {
  const own = sql`where user_id = ${userId}`;
  // It holds the first stock.
  const first = sql`select id from portfolio ${own} and name = 'Portfolio 1'`;
  const queries = {
    apiToken: sql`select id from personal_access_token ${own}`,
    event: sql`select id from security_event ${own}`,
    signal: sql`select id from signal ${own}`,
    signalRule: sql`select id from signal_rule ${own}`,
    strategy: sql`select id from strategy ${own} and name <> ${runnable}`,
    backtest: sql`select id from backtest ${own}`,
    sweep: sql`select id from sweep ${own}`,
    portfolio: first,
    largePortfolio: first,
    otherPortfolio: sql`select id from portfolio ${own} and name <> 'Portfolio 1'`,
    transaction: sql`select id from transaction ${own} and portfolio_id = (${first})`,
    tagGroup: sql`select tag_group.id from portfolio_tag_group tag_group
      join portfolio on portfolio.id = portfolio_id ${own}`,
    move: sql`select id from portfolio_move ${own}`,
    list: sql`select id from stock_list ${own}`,
    journalEntry: sql`select id from journal_entry ${own}`,
    studySet: sql`select id from study_set ${own}`,
    channel: sql`select id from notification_channel ${own} order by kind`,
    delivery: sql`select id from notification_delivery ${own}`,
    indicator: sql`select id from calculated_indicator ${own}`,
    task: sql`select id from task ${own} and kind = 'add-stock'`,
    stockTask: sql`select id from task ${own} and kind = 'add-stock'`,
    indicatorTask: sql`select id from task ${own} and kind = 'calculate-indicator'`,
    runTask: sql`select id from task ${own} and kind = 'run-backtest'`,
    transactionImportTask: sql`select id from task ${own} and kind = 'import-transactions'`,
    importTask: sql`select id from task ${own} and kind = 'import-stocks'`,
    // With a history, so that adding it needs no download.
    otherSymbol: sql`select symbol as id from stock where owner_id is null and bar_count > 0 and not exists (
      select from user_stock ${own} and stock_id = stock.id) order by stock.id desc`,
  };
  const ids: Record<string, string[]> = {};
  for (const [name, query] of Object.entries(queries)) {
    const { rows } = await sql<{ id: string }>`${query} limit 1`.execute(database.fork().getKysely());
    ids[name] = rows.map(({ id }) => id);
  }
  return ids;
}
