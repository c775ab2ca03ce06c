import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openDatabase, startEmbeddedPostgres } from '@stockbook/db';
import { pino } from 'pino';
import { compose } from '../src/composition.ts';
import { readEnv } from '../src/env.ts';
import { buildApp } from '../src/http/app.ts';
import { createMetrics } from '../src/telemetry/metrics.ts';
import { largeInputs } from './support/large-inputs.ts';
import { type LoadRequest, putLoad } from './support/load.ts';

/**
 * Measures how long the largest inputs hold the event loop, and how long another user waits for the watch list while
 * eight of them arrive at once every second: `node apps/server/bench/large-inputs.ts [part of a name]`. The targets are
 * 50 ms of processor time, and 250 ms at the 99th percentile. With `--alone`, measures no other user.
 */
/** Users who send an input: each may preview an import of transactions ten times a minute. */
const senderCount = 5;
const simultaneous = 8;
const seconds = 5;

const dataDir = await mkdtemp(join(tmpdir(), 'stockbook-inputs-'));
const postgres = await startEmbeddedPostgres({ dataDir });
const database = openDatabase({ url: postgres.url, poolSize: 10, warn: () => {} });
await database.migrate();
const log = pino({ level: 'silent' });
const env = { ...readEnv(), MARKET_DATA: 'simulated' as const, AUTH_RATE_LIMIT_PER_MINUTE: 1_000 };
const services = compose({ env, database, log, metrics: createMetrics(database) });
const app = await buildApp(services, {
  log,
  trustProxy: false,
  corsOrigins: [],
  rateLimitPerMinute: 1_000_000,
});
const url = await app.listen({ port: 0, host: '127.0.0.1' });

async function signUp(username: string): Promise<string> {
  const payload = { email: `${username}@example.com`, username, password: 'a long and private sentence' };
  const response = await app.inject({ method: 'POST', url: '/api/auth/register', payload });
  return `Bearer ${response.json().access_token}`;
}

/** Milliseconds of processor time of this thread. */
function processorMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** The longest processor time in one iteration of the event loop, and that of the whole work, in milliseconds. */
async function measure(work: () => Promise<unknown>) {
  let hold = 0;
  const start = processorMs();
  let last = start;
  let hasEnded = false;
  function beat() {
    const now = processorMs();
    hold = Math.max(hold, now - last);
    last = now;
    if (!hasEnded) setImmediate(beat);
  }
  setImmediate(beat);
  await work();
  hasEnded = true;
  return { hold: Math.max(hold, processorMs() - last), cost: processorMs() - start };
}

interface Sender {
  readonly headers: { readonly authorization: string; readonly 'content-type': string };
  readonly portfolio: string;
}

async function makeSender(username: string): Promise<Sender> {
  const headers = { authorization: await signUp(username), 'content-type': 'application/json' };
  const payload = { name: 'Large', base_currency: 'USD' };
  const response = await app.inject({ method: 'POST', url: '/api/portfolios', headers, payload });
  const instrument = { symbol: '@LONG', name: 'Long', currency: 'EUR' };
  await app.inject({ method: 'POST', url: '/api/instruments', headers, payload: instrument });
  return { headers, portfolio: response.json().id };
}

/** The 99th percentile of another user's watch list in milliseconds. */
async function measureOther(requests: readonly LoadRequest[], status: number) {
  const load = { url, seconds };
  const attack = putLoad({ ...load, requests, connections: simultaneous, rate: simultaneous, status });
  const own = [{ method: 'GET' as const, path: '/api/stocks', headers: { authorization: other } }];
  const { p99 } = await putLoad({ ...load, requests: own, connections: 4, rate: 100, status: 200 });
  await attack;
  return p99;
}

const other = await signUp('other');
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { alone: { type: 'boolean', default: false } },
});
const [wanted = ''] = positionals;
process.stdout.write(
  '| input | transport | status | processor ms | longest hold ms | p99 of another user ms |\n|---|---|--:|--:|--:|--:|\n',
);

for (const [index, { name, path, body, isAlone }] of largeInputs().entries()) {
  if (!name.includes(wanted)) continue;
  const senders = await Promise.all(
    Array.from({ length: senderCount }, (_, number) => makeSender(`sender_${index}_${number}`)),
  );
  const requests = senders.map(({ headers, portfolio }) => ({
    method: 'POST' as const,
    path: path.replace('{portfolio}', portfolio),
    headers,
    body,
  }));
  const results = [];
  let status = 0;
  for (const { path: url, headers } of requests) {
    const result = await measure(async () => {
      status = (await app.inject({ method: 'POST', url, headers, payload: body })).statusCode;
    });
    results.push(result);
  }
  const p99 = values.alone || isAlone ? Number.NaN : await measureOther(requests, status);
  // The least of several measurements: what else happens only adds.
  const [cost, hold] = [
    Math.min(...results.map((result) => result.cost)),
    Math.min(...results.map((result) => result.hold)),
  ];
  const cells = [
    name,
    path.startsWith('/trpc') ? 'tRPC' : 'REST',
    status,
    ...[cost, hold, p99].map(Math.round),
  ];
  process.stdout.write(`| ${cells.join(' | ')} |\n`);
}

await app.close();
await database.close();
await postgres.stop();
await rm(dataDir, { recursive: true, force: true });
