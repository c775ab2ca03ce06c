import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { queueDeliveries } from '@stockbook/api';
import {
  type Database,
  notificationChannelRepository,
  openDatabase,
  signalRepository,
  startEmbeddedPostgres,
  stockRepository,
} from '@stockbook/db';
import { sql } from '@stockbook/db/testing';
import { pollUntil, startServer } from '@stockbook/testing';
import { createSecrets, secretKey, signalOf } from './support/notification-data.ts';

const users = 50;
const stocks = 500;

/** A night: a stock is stored every 80 ms, and gives signals to a fifth of the users. */
const stockSpacingMs = 80;
const usersPerStock = 10;

const maxP99S = 25;

/** Adds users who track all stocks with notifications, each with a webhook at the receiver. */
async function addUsers(database: Database, target: string): Promise<string[]> {
  const em = database.fork();
  const now = new Date();
  const facts = { isin: null, exchange: null, sector: null, industry: null, type: 'equity', timezone: 'UTC' };
  for (let number = 1; number <= stocks; number += 1) {
    const named = { symbol: `LOAD${number}`, name: `Load ${number}`, currency: 'USD' };
    await stockRepository.upsertFacts(em, { ...facts, ...named }, now);
  }
  const { rows } = await sql<{ id: string }>`
    insert into user_account (id, email, email_key, username, username_key, password_hash, created_at)
    select gen_random_uuid(), number, number, number, number, '', now() from generate_series(1, ${users}::int) number
    returning id
  `.execute(em.getKysely());
  await sql`
    insert into user_stock (user_id, stock_id, added_at, notify_on_signals)
    select account.id, stock.id, now(), true from user_account account, stock
  `.execute(em.getKysely());
  const secrets = createSecrets();
  for (const { id: userId } of rows) {
    const id = randomUUID();
    await notificationChannelRepository.add(em, {
      id,
      userId,
      kind: 'webhook',
      name: 'bench',
      target,
      secret: secrets.seal(`whsec_${Buffer.alloc(32, 1).toString('base64')}`, id),
      isActive: true,
      confirmedAt: now,
      createdAt: now,
    });
  }
  return rows.map(({ id }) => id);
}

/** Measures the time from the commit of a message's first signal to its request at a local receiver. */
export async function measureDeliveries(): Promise<void> {
  const dir = await mkdtemp(join(tmpdir(), 'stockbook-deliveries-'));
  const postgres = await startEmbeddedPostgres({ dataDir: dir });
  const database = openDatabase({ url: postgres.url, poolSize: 4, warn: () => {} });
  await database.migrate();
  const committedAt = new Map<string, number>();
  const seconds: number[] = [];
  let arrived = 0;
  const receiver = createServer(async (request, response) => {
    const at = performance.now();
    const { data } = (await json(request)) as { data: { signals: { id: string }[]; truncated?: number } };
    response.writeHead(204).end();
    arrived += data.signals.length + (data.truncated ?? 0);
    const first = Math.min(...data.signals.map(({ id }) => committedAt.get(id) ?? at));
    seconds.push((at - first) / 1000);
  });
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const { port } = receiver.address() as AddressInfo;
  const userIds = await addUsers(database, `http://127.0.0.1:${port}/`);
  const worker = await startServer({
    env: {
      ROLE: 'worker',
      DATABASE_URL: postgres.url,
      MARKET_DATA: 'simulated',
      NOTIFY_ALLOW_HOSTS: '127.0.0.1',
      SECRET_KEY: secretKey,
    },
    logFile: join(dir, 'worker.log'),
  });
  try {
    for (let stock = 1; stock <= stocks; stock += 1) {
      const now = new Date();
      const watching = userIds.filter((_, user) => (user + stock) % (users / usersPerStock) === 0);
      const signals = watching.map((userId) => signalOf(userId, { id: stock, symbol: `LOAD${stock}` }, now));
      await database.fork().transactional(async (tx) => {
        await queueDeliveries(tx, await signalRepository.add(tx, signals), now);
      });
      for (const { id } of signals) committedAt.set(id, performance.now());
      await delay(stockSpacingMs);
    }
    await pollUntil('all signals at the receiver', () => arrived === committedAt.size, {
      timeoutMs: 120_000,
    });
  } finally {
    await worker.stop();
    receiver.close();
    await database.close();
    await postgres.stop();
    await rm(dir, { recursive: true, force: true });
  }
  seconds.sort((a, b) => a - b);
  const quantile = (part: number) => seconds[Math.ceil(part * seconds.length) - 1] ?? Number.NaN;
  process.stdout.write(
    `${committedAt.size.toLocaleString('en-US')} signals in ${seconds.length} messages to ${users} receivers; from commit ` +
      `to request, 20 s of which are the grouping: p50 ${quantile(0.5).toFixed(2)} s, p99 ${quantile(0.99).toFixed(2)} s, ` +
      `max ${quantile(1).toFixed(2)} s (limit of p99: ${maxP99S} s)\n`,
  );
  if (quantile(0.99) > maxP99S) throw new Error('deliveries are too slow');
}
