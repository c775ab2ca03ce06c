import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { openDatabase, priceBarRepository, startEmbeddedPostgres, stockRepository } from '@stockbook/db';
import { waitForTask } from '@stockbook/testing';
import { pino } from 'pino';
import { compose } from '../src/composition.ts';
import { readEnv } from '../src/env.ts';
import { buildApp } from '../src/http/app.ts';
import { createMetrics } from '../src/telemetry/metrics.ts';
import { runWorker } from '../src/worker/run-worker.ts';
import { postmasterOf, processorMs, processorMsWithChildren } from './support/processor-time.ts';

/** Measurements per indicator: from the request to SUCCESS, over a whole history, and the delay of the event loop. */
const rounds = 100;

/** The presets, and worst cases for the calculating thread: a period of half the history. */
const requests = [
  ...['SMA', 'EMA', 'RSI', 'MACD', 'BBANDS', 'STOCH', 'ATR', 'CCI'].map((name) => ({ name, parameters: {} })),
  { name: 'CCI', parameters: { timeperiod: 4650 } },
  { name: 'AVGDEV', parameters: { timeperiod: 4650 } },
];

const dataDir = await mkdtemp(join(tmpdir(), 'stockbook-calculate-'));
const postgres = await startEmbeddedPostgres({ dataDir });
const database = openDatabase({ url: postgres.url, poolSize: 10, warn: () => {} });
await database.migrate();
const env = { ...readEnv(), MARKET_DATA: 'simulated' as const };
const log = pino({ level: 'silent' });
const services = compose({ env, database, log, metrics: createMetrics(database) });
const stopWorker = await runWorker(services, env.WORKER_CONCURRENCY);
const app = await buildApp(services, {
  log,
  trustProxy: false,
  corsOrigins: [],
  rateLimitPerMinute: 1_000_000,
});

async function call<Body>(
  method: 'GET' | 'POST',
  url: string,
  token?: string,
  payload?: object,
): Promise<{ status: number; body: Body }> {
  const response = await app.inject({
    method,
    url: `/api${url}`,
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    payload,
  });
  if (response.statusCode >= 300) throw new Error(response.body);
  return { status: response.statusCode, body: response.json() };
}

async function success(path: string, token: string): Promise<void> {
  const { status, message } = await waitForTask(path, () => call('GET', path, token), { intervalMs: 2 });
  if (status === 'FAILURE') throw new Error(message);
}

function percentile(values: readonly number[], share: number): string {
  const sorted = values.toSorted((a, b) => a - b);
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1);
}

const registered = await call<{ access_token: string }>('POST', '/auth/register', undefined, {
  email: 'bench@example.com',
  username: 'bench',
  password: 'a long and private sentence',
});
const token = registered.body.access_token;
const addedAt = performance.now();
const added = await call<{ data: { task_id: string } }>('POST', '/stocks/', token, { symbol: 'AAPL' });
await success(`/stocks/tasks/${added.body.data.task_id}`, token);
process.stdout.write(`add AAPL, POST to SUCCESS: ${(performance.now() - addedAt).toFixed(0)} ms\n`);

const postmaster = await postmasterOf(database);

async function processorTimes() {
  return { server: await processorMs(process.pid), PostgreSQL: await processorMsWithChildren(postmaster) };
}

const stock = await stockRepository.findBySymbol(database.fork(), 'AAPL', null);
const floor: number[] = [];
for (let round = 0; round < rounds; round += 1) {
  const startedAt = performance.now();
  await priceBarRepository.readColumns(database.fork(), stock?.id ?? 0);
  floor.push(performance.now() - startedAt);
}
process.stdout.write(`reading its bars: p50 ${percentile(floor, 0.5)} ms\n`);

for (const { name, parameters } of requests) {
  const times: number[] = [];
  const before = await processorTimes();
  const loop = monitorEventLoopDelay({ resolution: 1 });
  for (let round = 0; round < rounds; round += 1) {
    if (round === 5) loop.enable();
    const startedAt = performance.now();
    const { body } = await call<{ task_id: string }>('POST', '/indicators/calculate', token, {
      stock_symbol: 'AAPL',
      ta_indicator: name,
      parameters,
    });
    await success(`/indicators/task/${body.task_id}`, token);
    times.push(performance.now() - startedAt);
  }
  loop.disable();
  const after = await processorTimes();
  const settings = Object.values(parameters).join(', ');
  process.stdout.write(
    `${`${name} ${settings}`.padEnd(12)} POST to SUCCESS: p50 ${percentile(times, 0.5)} ms, ` +
      `p99 ${percentile(times, 0.99)} ms; event loop blocked for at most ${(loop.max / 1e6).toFixed(1)} ms; ` +
      `processor time: server ${((after.server - before.server) / rounds).toFixed(1)} ms, ` +
      `PostgreSQL ${((after.PostgreSQL - before.PostgreSQL) / rounds).toFixed(1)} ms\n`,
  );
}

await app.close();
await stopWorker();
await database.close();
await postgres.stop();
await rm(dataDir, { recursive: true, force: true });
