import { hash, randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { queueDeliveries } from '@stockbook/api';
import { type Database, signalRepository } from '@stockbook/db';
import { sql } from '@stockbook/db/testing';
import {
  createSubscription,
  type PushService,
  pollUntil,
  type ServerProcess,
  startPushService,
} from '@stockbook/testing';
import { medianOf } from './support/median.ts';
import { createSecrets, secretKey, signalOf } from './support/notification-data.ts';
import { printReads, readWatchLists } from './support/other-reads.ts';
import { postmasterOf, processorMs, processorMsWithChildren } from './support/processor-time.ts';
import { type Stack, startProcess, startStack } from './support/stack.ts';

const devices = 10_000;
const stockCount = 200;
const devicesPerStatement = 1_000;

/** The time of the push service. */
const answerMs = 50;

const maxSeconds = 120;
const maxReadRatio = 1.2;

/** Far beyond the limit, so that a slow run still prints its time. */
const giveUpMs = 20 * 60_000;

/** A round of reads; the median of the rounds counts. */
const roundS = 10;
const idleRounds = 5;

interface Device {
  readonly userId: string;
  readonly stock: { readonly id: number; readonly symbol: string };
}

/** Adds users with a device each, who want notifications of one stock. */
async function addDevices(database: Database, origin: string): Promise<Device[]> {
  const kysely = database.fork().getKysely();
  await sql`
    insert into user_account (id, email, email_key, username, username_key, password_hash, created_at)
    select gen_random_uuid(), name, name, name, name, '', now()
    from generate_series(1, ${devices}::int) number, concat('device', number) name
  `.execute(kysely);
  await sql`
    insert into user_stock (user_id, stock_id, added_at, notify_on_signals)
    select account.id, stock.id, now(), true from user_account account
    join stock on substr(stock.symbol, 6)::int = substr(account.username, 7)::int % ${stockCount}::int + 1
    where account.username like 'device%'
  `.execute(kysely);
  const { rows } = await sql<{ userId: string; stockId: number; symbol: string }>`
    select link.user_id as "userId", stock.id as "stockId", stock.symbol
    from user_stock link join stock on stock.id = link.stock_id where link.notify_on_signals order by stock.id
  `.execute(kysely);
  const secrets = createSecrets();
  const keys = JSON.stringify(createSubscription().keys);
  for (let start = 0; start < rows.length; start += devicesPerStatement) {
    const channels = rows.slice(start, start + devicesPerStatement).map(({ userId }) => {
      const id = randomUUID();
      const target = `${origin}/send/${id}`;
      const secret = secrets.seal(keys, id).toString('hex');
      return { id, userId, target, secret, digest: hash('sha256', target) };
    });
    await sql`
      insert into notification_channel (
        id, user_id, kind, name, target, secret, endpoint_digest, device, shows_details, is_active, confirmed_at,
        last_seen_at, created_at, updated_at
      )
      select id, "userId", 'web_push', 'Chrome on Android', target, decode(secret, 'hex'), digest,
        'Chrome on Android', true, true, now(), now(), now(), now()
      from jsonb_to_recordset(${JSON.stringify(channels)}::jsonb) as entry(
        id uuid, "userId" uuid, target text, secret text, digest text
      )
    `.execute(kysely);
  }
  await sql`analyze`.execute(kysely);
  return rows.map(({ userId, stockId: id, symbol }) => ({ userId, stock: { id, symbol } }));
}

/** Stores a signal of each device, stock by stock, like rules after a refresh. */
async function storeSignals(database: Database, added: readonly Device[]): Promise<void> {
  for (const ofStock of Map.groupBy(added, ({ stock }) => stock.id).values()) {
    const now = new Date();
    const signals = ofStock.map(({ userId, stock }) => signalOf(userId, stock, now));
    await database.fork().transactional(async (tx) => {
      await queueDeliveries(tx, await signalRepository.add(tx, signals), now);
    });
  }
}

async function countDeliveries(database: Database, status: 'pending' | 'delivered'): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from notification_delivery where status = ${status}
  `.execute(database.fork().getKysely());
  return rows[0]?.count ?? 0;
}

/** Stores the signals, and waits until all have been sent. @returns the seconds */
async function emptyOutbox(database: Database, added: readonly Device[]): Promise<number> {
  const startedAt = performance.now();
  await storeSignals(database, added);
  const isEmpty = async () => (await countDeliveries(database, 'pending')) === 0;
  await pollUntil('an empty outbox', isEmpty, { timeoutMs: giveUpMs, intervalMs: 250 });
  return (performance.now() - startedAt) / 1000;
}

async function measure(stack: Stack, worker: ServerProcess, { origin, received }: PushService) {
  const { database, tokens } = stack;
  const added = await addDevices(database, origin);
  const readRound = async () => (await readWatchLists(stack, tokens, roundS)).p99;
  await readRound();
  const alone: number[] = [];
  while (alone.length < idleRounds) alone.push(await readRound());
  const postmaster = await postmasterOf(database);
  // The mock server runs in this process.
  const processorTimes = () =>
    Promise.all([processorMs(worker.pid), processorMsWithChildren(postmaster), processorMs(process.pid)]);
  const before = await processorTimes();
  let isOver = false;
  const sending = emptyOutbox(database, added).finally(() => {
    isOver = true;
  });
  const beside: number[] = [];
  while (!isOver) {
    const isSending = received.length > 0;
    const p99 = await readRound();
    if (isSending && !isOver) beside.push(p99);
  }
  const seconds = await sending;
  const after = await processorTimes();
  const [workerMs, databaseMs, ownMs] = after.map((ms, index) =>
    ((ms - (before[index] ?? 0)) / devices).toFixed(1),
  );
  const delivered = await countDeliveries(database, 'delivered');
  process.stdout.write(
    `${delivered.toLocaleString('en-US')} of ${devices.toLocaleString('en-US')} devices received their signal; outbox ` +
      `empty after ${seconds.toFixed(1)} s, 20 s of which are the grouping (limit ${maxSeconds} s); processor time for ` +
      `each: worker ${workerMs} ms, PostgreSQL ${databaseMs} ms, reads included, push service and benchmark ${ownMs} ms\n`,
  );
  printReads(medianOf(alone), medianOf(beside), 'the sending', maxReadRatio);
}

/** Measures how long a worker sends one signal to each of 10,000 devices, and the reads of others meanwhile. */
export async function measureDevices(): Promise<void> {
  const pushService = await startPushService();
  pushService.answer((_, response) => {
    setTimeout(() => response.writeHead(201).end(), answerMs);
  });
  const env = { SECRET_KEY: secretKey, PUBLIC_URL: 'https://stocks.example.com' };
  const stack = await startStack(stockCount, { env: { ...env, ROLE: 'web' } });
  const certificate = join(stack.dir, 'push-service.pem');
  await writeFile(certificate, pushService.certificate);
  const worker = await startProcess(stack, 'worker', {
    ...env,
    ROLE: 'worker',
    NOTIFY_ALLOW_HOSTS: 'localhost',
    NODE_EXTRA_CA_CERTS: certificate,
  });
  try {
    await measure(stack, worker, pushService);
  } finally {
    await worker.stop();
    await stack.stop();
    pushService.close();
  }
}
