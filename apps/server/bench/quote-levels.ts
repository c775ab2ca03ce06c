import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { storeBatch } from '@stockbook/api';
import {
  type Database,
  notificationChannelRepository,
  openDatabase,
  startEmbeddedPostgres,
  stockQuoteRepository,
} from '@stockbook/db';
import { sql } from '@stockbook/db/testing';
import type { SourceQuote } from '@stockbook/market-data';
import { pollUntil, startServer } from '@stockbook/testing';
import { pino } from 'pino';
import { compose } from '../src/composition.ts';
import { readEnv } from '../src/env.ts';
import { createMetrics } from '../src/telemetry/metrics.ts';
import { medianOf } from './support/median.ts';
import { createSecrets, secretKey } from './support/notification-data.ts';
import { startQuotingYahoo, type Trade } from './support/quoting-yahoo.ts';

/** So few that a message holds the signals of all its user's levels. */
const levelsPerUser = 25;

/** Above every price of the mock server until a test trades. */
const level = 200;

const timezone = 'America/New_York';
const maxStoringMs = 30;
const maxP99S = 60 + 25;

const line = (text: string) => process.stdout.write(`${text}\n`);

const quantile = (sorted: readonly number[], part: number) =>
  sorted[Math.ceil(part * sorted.length) - 1] ?? Number.NaN;

/** Runs `measure` with an empty database of its own, and a folder for logs. */
async function withDatabase(
  measure: (database: Database, url: string, dir: string) => Promise<void>,
): Promise<void> {
  const dir = await mkdtemp(join(tmpdir(), 'stockbook-levels-'));
  const postgres = await startEmbeddedPostgres({ dataDir: dir });
  const database = openDatabase({ url: postgres.url, poolSize: 4, warn: () => {} });
  try {
    await database.migrate();
    await measure(database, postgres.url, dir);
  } finally {
    await database.close();
    await postgres.stop();
    await rm(dir, { recursive: true, force: true });
  }
}

/** Adds stocks with `levelsPerStock` levels each, of as many users as these need. @returns the ids of the users */
async function addLevels(database: Database, stocks: number, levelsPerStock: number): Promise<string[]> {
  const kysely = database.fork().getKysely();
  await sql`
    insert into stock (symbol, name, currency, timezone, is_active, data_source, last_fetched_at, refresh_due_at,
      created_at, data_end_date, last_close)
    select concat('LOAD', number), number, 'USD', ${timezone}, true, 'yahoo', now(), now() + interval '1 year', now(),
      (now() at time zone ${timezone})::date - 1, 100
    from generate_series(1, ${stocks}::int) number
  `.execute(kysely);
  const users = (stocks * levelsPerStock) / levelsPerUser;
  const { rows } = await sql<{ id: string }>`
    insert into user_account (id, email, email_key, username, username_key, password_hash, created_at)
    select gen_random_uuid(), number, number, number, number, '', now() from generate_series(1, ${users}::int) number
    returning id
  `.execute(kysely);
  await sql`
    with account as (
      select id, (row_number() over (order by username::int) - 1)::int as number from user_account
    ), level as (
      select account.id as user_id, stock.id as stock_id from stock
      cross join generate_series(0, ${levelsPerStock - 1}::int) entry
      join account on account.number = ((stock.id - 1) * ${levelsPerStock}::int + entry) % ${users}::int
    ), rule as (
      insert into signal_rule (id, user_id, condition, scope, stock_id, "trigger", quiet_bars, is_active, session_level,
        created_at, updated_at)
      select gen_random_uuid(), user_id, ${`price touches ${level}`}, 'stock', stock_id, 'every_bar', 0, true,
        ${level}, now(), now()
      from level
    )
    insert into user_stock (user_id, stock_id, added_at, notify_on_signals)
    select user_id, stock_id, now(), true from level
  `.execute(kysely);
  await sql`analyze`.execute(kysely);
  return rows.map(({ id }) => id);
}

function quoteOf(symbol: string, price: number, time: Date): SourceQuote {
  return {
    symbol,
    currency: 'USD',
    price,
    time,
    previousClose: 100,
    open: 100.5,
    high: price,
    low: 99.75,
    volume: 31_200_000,
    marketState: 'open',
    extended: null,
    delayMinutes: 0,
    sourceName: 'Nasdaq Real Time Price',
    timezone,
  };
}

/** Measures the transaction that stores an answer with 100 quotes and checks the 2,000 levels of its stocks. */
async function measureStoring(database: Database): Promise<void> {
  const [stocks, levelsPerStock, warmUps, rounds] = [100, 20, 20, 60];
  await addLevels(database, stocks, levelsPerStock);
  const services = compose({
    env: { ...readEnv(), MARKET_DATA: 'yahoo' },
    database,
    log: pino({ level: 'silent' }),
    metrics: createMetrics(database),
  });
  const [provider] = services.quotes.providers;
  if (!provider) throw new Error('The server has no source of quotes');
  const start = Date.now() - (warmUps + rounds) * 1000;
  await stockQuoteRepository.addStocksWithLevels(database.fork(), new Date(start));
  const claimed = { now: new Date(), until: new Date(), limit: stocks, sources: ['yahoo'], isOther: false };
  const rows = await stockQuoteRepository.claim(database.fork(), claimed);

  const times: number[] = [];
  for (let round = 0; round < warmUps + rounds; round += 1) {
    const time = new Date(start + round * 1000);
    const quotes = rows.map(({ symbol }) => quoteOf(symbol, 101 + round / 100, time));
    const batch = { source: provider.source, way: 'quote', calls: 1, refused: [], skewedTimes: 0 } as const;
    const startedAt = performance.now();
    await storeBatch(services, provider, rows, { ...batch, quotes, fetchedAt: new Date() }, 0);
    if (round >= warmUps) times.push(performance.now() - startedAt);
  }
  const sorted = times.toSorted((a, b) => a - b);
  line(
    `storing ${rows.length} quotes and checking ${(stocks * levelsPerStock).toLocaleString('en-US')} levels: median ` +
      `${medianOf(times).toFixed(1)} ms, p95 ${quantile(sorted, 0.95).toFixed(1)} ms (limit ${maxStoringMs} ms)`,
  );
}

/** Measures the time from trades that touch 1,000 levels within a minute to the requests at a webhook receiver. */
async function measureTouches(database: Database, url: string, dir: string): Promise<void> {
  const stocks = 1_000;
  const userIds = await addLevels(database, stocks, 1);
  const trades = new Map<string, Trade>();
  const tradedAt = new Map<string, number>();
  const seconds: number[] = [];
  let left = stocks;
  const receiver = createServer(async (request, response) => {
    const at = performance.now();
    const { data } = (await json(request)) as { data: { signals: { symbol: string }[] } };
    response.writeHead(204).end();
    left -= data.signals.length;
    for (const { symbol } of data.signals) seconds.push((at - (tradedAt.get(symbol) ?? Number.NaN)) / 1000);
  });
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const { port } = receiver.address() as AddressInfo;
  const secrets = createSecrets();
  for (const userId of userIds) {
    const id = randomUUID();
    await notificationChannelRepository.add(database.fork(), {
      id,
      userId,
      kind: 'webhook',
      name: 'bench',
      target: `http://127.0.0.1:${port}/`,
      secret: secrets.seal(`whsec_${Buffer.alloc(32, 1).toString('base64')}`, id),
      isActive: true,
      confirmedAt: new Date(),
      createdAt: new Date(),
    });
  }
  const yahoo = await startQuotingYahoo(trades);
  const worker = await startServer({
    env: {
      ROLE: 'worker',
      DATABASE_URL: url,
      MARKET_DATA: 'yahoo',
      YAHOO_URL: yahoo.url,
      NOTIFY_ALLOW_HOSTS: '127.0.0.1',
      SECRET_KEY: secretKey,
    },
    logFile: join(dir, 'worker.log'),
  });
  try {
    const countChecks = async () => {
      const { rows } = await sql<{ count: number }>`select count(*)::int as count from session_check`.execute(
        database.fork().getKysely(),
      );
      return rows[0]?.count === stocks;
    };
    await pollUntil('the first check of all levels', countChecks, { timeoutMs: 150_000, intervalMs: 500 });
    const spacingMs = 60_000 / stocks;
    const startedAt = performance.now();
    for (let stock = 1; stock <= stocks; stock += 1) {
      const symbol = `LOAD${stock}`;
      tradedAt.set(symbol, performance.now());
      trades.set(symbol, { price: level + 1, second: Math.floor(Date.now() / 1000) });
      await delay(Math.max(0, startedAt + stock * spacingMs - performance.now()));
    }
    await pollUntil('all signals at the receiver', () => left === 0, { timeoutMs: 180_000 });
  } finally {
    await worker.stop();
    await yahoo.close();
    receiver.close();
  }
  const sorted = seconds.toSorted((a, b) => a - b);
  line(
    `from the trades that touch ${stocks.toLocaleString('en-US')} levels to the requests with ${sorted.length} signals, ` +
      `20 s of which are the grouping: p50 ${quantile(sorted, 0.5).toFixed(1)} s, p99 ` +
      `${quantile(sorted, 0.99).toFixed(1)} s, max ${quantile(sorted, 1).toFixed(1)} s (limit of p99: ${maxP99S} s)`,
  );
}

/** Measures what levels cost that are checked during the session, and how soon they speak. */
export async function measureQuoteLevels(): Promise<void> {
  await withDatabase(measureStoring);
  await withDatabase(measureTouches);
}
