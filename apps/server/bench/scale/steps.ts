import { brotliDecompressSync } from 'node:zlib';
import type { Database } from '@stockbook/db';
import { sql } from '@stockbook/db/testing';
import { pollUntil } from '@stockbook/testing';
import { attack } from '../../test/attack/attacker.ts';
import { type Account, maxTaskMs, renewSession, signIn } from './account.ts';
import type { MeasuredCall } from './calls.ts';

/** One of the two servers, with an account of each kind. */
export interface Side {
  readonly url: string;
  readonly database: Database;
}

export interface Timing {
  /** To the last byte of the response. */
  readonly ms: number;
  /** To the end of the task that the call has started; null without one. */
  readonly taskMs: number | null;
}

/** The interval limits the precision. */
const taskTimeout = { timeoutMs: maxTaskMs, intervalMs: 2 };

/** Characters of a body in a message. */
const maxBodyLength = 300;

/** Statements that make a call possible again. */
const statements: Readonly<Record<string, (account: Account) => ReturnType<typeof sql>[]>> = {
  restorePassword: ({ userId, passwordHash }) => [
    sql`update user_account set password_hash = ${passwordHash} where id = ${userId}`,
  ],
  showNotice: ({ values }) => [
    sql`update security_event set is_notice = true, session_id = null where id = ${values.event?.[0]}`,
  ],
  failDelivery: ({ values }) => [
    sql`update notification_delivery set status = 'failed' where id = ${values.delivery?.[0]}`,
  ],
  forgetDividends: ({ userId }) => [
    sql`delete from dismissed_dividend using portfolio where portfolio.id = portfolio_id and user_id = ${userId}`,
    sql`delete from transaction where user_id = ${userId} and type = 'DIVIDEND'`,
    sql`update portfolio set revision = revision + 1 where user_id = ${userId}`,
  ],
};

/** Gives each request a number of its own: names and texts are unique. */
let requests = 0;

/** Makes a call and waits for the task that it has started. @throws if the response is an error, or the task fails */
async function call(
  { url, database }: Side,
  account: Account,
  { operation, shape }: MeasuredCall,
): Promise<Timing> {
  requests += 1;
  const start = performance.now();
  const { status, headers, body, ms } = await attack(url, account, shape.call, requests);
  const isFailure = status >= 400;
  // Only requests by POST create something.
  if (!isFailure && shape.call.method !== 'POST') return { ms, taskMs: null };
  const text = (headers['content-encoding'] === 'br' ? brotliDecompressSync(body) : body).toString();
  if (isFailure) throw new Error(`${operation}: ${status} ${text.slice(0, maxBodyLength)}`);
  const created: Created = JSON.parse(text);
  const id = idOf(created);
  if (id !== undefined) account.values.new = [id];
  const taskId = created.task_id ?? created.data?.task_id;
  if (taskId == null) return { ms, taskMs: null };
  await waitForTask(database, operation, taskId);
  return { ms, taskMs: performance.now() - start };
}

/** By SQL: requests would take part of the time. @throws if the task fails */
async function waitForTask(database: Database, operation: string, id: string): Promise<void> {
  const findEnded = async () => {
    const { rows } = await sql<{ status: string; message: string }>`
      select status, message from task where id = ${id} and finished_at is not null
    `.execute(database.fork().getKysely());
    return rows[0];
  };
  const { status, message } = await pollUntil(`the end of the task of ${operation}`, findEnded, taskTimeout);
  if (status === 'FAILURE') throw new Error(`${operation}: its task failed: ${message}`);
}

/** Fields of responses that name what the request has created. */
interface Created {
  readonly id?: string;
  readonly backtest_id?: string;
  readonly import_id?: string;
  readonly move_id?: string;
  readonly portfolio_id?: string;
  readonly sweep_id?: string;
  readonly symbol?: string;
  readonly task_id?: string | null;
  readonly data?: { readonly task_id?: string | null };
}

/** The id of what a call has created; own instruments have their symbols only. */
const idOf = ({ id, backtest_id, import_id, move_id, portfolio_id, sweep_id, symbol }: Created) =>
  backtest_id ?? sweep_id ?? import_id ?? move_id ?? id ?? portfolio_id ?? symbol;

/** Makes a call once, with what comes before and after it. @param others all calls, by operation */
export async function callOnce(
  side: Side,
  account: Account,
  measured: MeasuredCall,
  others: ReadonlyMap<string, MeasuredCall>,
): Promise<Timing> {
  const kysely = side.database.fork().getKysely();
  async function run(steps: readonly string[] = []): Promise<void> {
    for (const step of steps) {
      const other = others.get(step);
      if (other) await call(side, account, other);
      else if (step === 'signIn') await signIn(side.database, account);
      else for (const statement of statements[step]?.(account) ?? []) await statement.execute(kysely);
    }
  }
  await renewSession(side.database, account);
  // Limits of a minute or an hour would refuse the repetitions. Requests of others may be counted meanwhile.
  await sql`
    delete from attempt_count where key in (select key from attempt_count for update skip locked)
  `.execute(kysely);
  await run(measured.before);
  const timing = await call(side, account, measured);
  await run(measured.after);
  return timing;
}
