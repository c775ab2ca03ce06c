import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { createNotifier } from '@stockbook/api';
import { type Database, notificationChannelRepository } from '@stockbook/db';
import { sql } from '@stockbook/db/testing';
import { pollUntil, type SeededRandom } from '@stockbook/testing';
import { Webhook } from 'standardwebhooks';

/** Longer than any wait between two attempts, and than the hour in which a channel's messages are counted. */
const passedHours = 27;

/** A message as the receiver got it. */
interface Attempt {
  readonly body: string;
  readonly isAccepted: boolean;
}

/** The deliveries of a run, compared with what the receiver got. */
export interface OutboxReport {
  /** Signals of stocks with notifications. */
  readonly owed: number;
  readonly messages: number;
  /** Requests beyond one for each message. */
  readonly repeats: number;
  /** Sentences; empty if every signal arrived, each in one message. */
  readonly violations: readonly string[];
}

/** A webhook channel of the only user, and its receiver, which fails now and then. */
export interface OutboxRun {
  readonly env: Readonly<Record<string, string>>;
  /** Ends all waits: of grouping, of retries, of leases of dead workers and of the hourly limit. */
  passTime(): Promise<void>;
  /** Waits until nothing is pending. */
  drain(): Promise<void>;
  report(): Promise<OutboxReport>;
  close(): void;
}

export async function startOutbox(database: Database, random: SeededRandom): Promise<OutboxRun> {
  const key = randomBytes(32);
  const secret = `whsec_${randomBytes(32).toString('base64')}`;
  const attempts = new Map<string, Attempt[]>();
  const violations: string[] = [];
  const verifier = new Webhook(secret);
  const receiver = createServer(async (request, response) => {
    const body = await text(request);
    const id = String(request.headers['webhook-id']);
    try {
      verifier.verify(body, request.headers as Record<string, string>);
    } catch (error) {
      violations.push(`message ${id}: ${String(error)}`);
    }
    const isAccepted = random.below(5) > 0;
    attempts.set(id, [...(attempts.get(id) ?? []), { body, isAccepted }]);
    // Workers are killed in the middle of attempts, too.
    await delay(random.below(100));
    response.writeHead(isAccepted ? 204 : 503).end();
  });
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const { port } = receiver.address() as AddressInfo;

  const run = async <Row>(query: ReturnType<typeof sql<Row>>) =>
    (await query.execute(database.fork().getKysely())).rows;

  async function addChannel(): Promise<void> {
    const clock = () => new Date();
    const none = { publicUrl: null, mail: null, mailFrom: null, isPwaOn: false };
    const options = { ...none, allowedHosts: [], version: '', clock };
    const { secrets } = createNotifier({ ...options, secretKey: key });
    const id = randomUUID();
    const [user] = await run(sql<{ id: string }>`select id from user_account`);
    if (!user) throw new Error('The run has no user');
    await notificationChannelRepository.add(database.fork(), {
      id,
      userId: user.id,
      kind: 'webhook',
      name: 'night',
      target: `http://127.0.0.1:${port}/`,
      secret: secrets.seal(secret, id),
      isActive: true,
      confirmedAt: clock(),
      createdAt: clock(),
    });
  }

  async function passTime(): Promise<void> {
    const passed = sql`interval '1 hour' * ${passedHours}::int`;
    // Workers lock the channel before its deliveries: in another order, the two would deadlock.
    await database.fork().transactional(async (tx) => {
      const db = tx.getKysely();
      await sql`select from notification_channel for no key update`.execute(db);
      await sql`
        update notification_delivery set
          next_attempt_at = next_attempt_at - ${passed}, first_attempt_at = first_attempt_at - ${passed}
      `.execute(db);
    });
    await run(sql`
      update graphile_worker._private_jobs job set run_at = run_at - ${passed}
      from graphile_worker._private_tasks task where task.id = job.task_id and task.identifier = 'deliver'`);
  }

  async function report(): Promise<OutboxReport> {
    const owed = await run(sql<{ id: string }>`
      select signal.id from signal join user_stock link using (user_id, stock_id)
      where kind = 'signal' and notify_on_signals`);
    const rows = await run(sql<{ id: string; status: string; signal_ids: string[] }>`
      select id, status, signal_ids from notification_delivery`);
    const found = [...violations];
    const messages = new Map<string, number>();
    for (const { id, status, signal_ids: ids } of rows) {
      if (status !== 'delivered') found.push(`message ${id} is ${status}`);
      for (const signal of ids) messages.set(signal, (messages.get(signal) ?? 0) + 1);
      found.push(...compareAttempts(id, ids, attempts.get(id) ?? []));
    }
    for (const { id } of owed) {
      if (messages.get(id) !== 1) found.push(`signal ${id} is in ${messages.get(id) ?? 0} messages`);
      messages.delete(id);
    }
    for (const id of messages.keys()) found.push(`signal ${id} should not have left`);
    const known = new Set(rows.map(({ id }) => id));
    for (const id of attempts.keys()) if (!known.has(id)) found.push(`message ${id} is not in the outbox`);
    const requests = [...attempts.values()].reduce((total, { length }) => total + length, 0);
    return {
      owed: owed.length,
      messages: rows.length,
      repeats: requests - attempts.size,
      violations: found,
    };
  }

  await addChannel();
  return {
    env: { SECRET_KEY: key.toString('hex'), NOTIFY_ALLOW_HOSTS: '127.0.0.1' },
    passTime,
    async drain() {
      const isEmpty = async () => {
        const [waiting] = await run(sql<{ count: number }>`
          select count(*)::int as count from notification_delivery where status = 'pending'`);
        if (waiting?.count === 0) return true;
        await passTime();
        return false;
      };
      await pollUntil('an empty outbox', isEmpty, { timeoutMs: 60_000, intervalMs: 500 });
    },
    report,
    close: () => receiver.close(),
  };
}

/** The errors in the attempts to send a message: each must have the same signals, and one must be accepted. */
function compareAttempts(id: string, signalIds: readonly string[], attempts: readonly Attempt[]): string[] {
  if (!attempts.some(({ isAccepted }) => isAccepted)) return [`message ${id} never arrived`];
  const bodies = new Set(attempts.map(({ body }) => body));
  if (bodies.size > 1) return [`message ${id} changed between attempts`];
  const [body = ''] = bodies;
  const { data }: { data: { signals: { id: string }[]; truncated?: number } } = JSON.parse(body);
  const isComplete = data.signals.length + (data.truncated ?? 0) === signalIds.length;
  const isSubset = data.signals.every((signal) => signalIds.includes(signal.id));
  return isComplete && isSubset ? [] : [`message ${id} has other signals than its row`];
}
