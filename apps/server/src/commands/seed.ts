import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type Database, userRepository } from '@stockbook/db';
import type { InjectOptions } from 'fastify';
import { compose } from '../composition.ts';
import { type Env, readEnv, StartError } from '../env.ts';
import { buildApp } from '../http/app.ts';
import { appOptionsOf } from '../http/app-options.ts';
import { createLog } from '../telemetry/log.ts';
import { createMetrics } from '../telemetry/metrics.ts';
import { runWorker } from '../worker/run-worker.ts';
import { typed } from './typed.ts';
import { withDatabase } from './with-database.ts';

const email = 'demo@example.com';

const watchList = [
  { symbol: 'AAPL', is_favorite: true, notes: 'Reports at the end of January.', indicators: ['SMA', 'RSI'] },
  { symbol: 'MSFT', is_favorite: true, indicators: ['MACD'] },
  { symbol: 'SAP.DE', notes: 'Compare with its peers.', indicators: ['BBANDS'] },
  { symbol: '0700.HK' },
  { symbol: '^GSPC', is_favorite: true, indicators: ['EMA'] },
  { symbol: 'EURUSD=X', notes: 'No volume.' },
];

const taskPollMs = 50;
const taskTimeoutMs = 60_000;

type Call = <Body>(method: 'GET' | 'POST' | 'PATCH', path: string, body?: object) => Promise<Body>;

/** For developers: creates a demo account with a filled watch list of simulated prices, and the example portfolio. */
export async function seed({ force }: { force: boolean }): Promise<string> {
  const env = readEnv();
  if (env.NODE_ENV === 'production') {
    throw new StartError('the demo account is for development: NODE_ENV must not be production');
  }
  return withDatabase(env, async (database) => {
    if (!force && (await userRepository.list(database.fork())).length > 0) {
      throw new StartError(
        `the database has accounts: ${typed('seed', '--force')} adds the demo account to them`,
      );
    }
    const password = randomBytes(15).toString('base64url');
    await withApi(env, database, (call) => fill(call, password));
    return `sign in as ${email} with the password ${password}`;
  });
}

/** Runs the web process and the worker within this process, without listening on a port. */
async function withApi(env: Env, database: Database, use: (call: Call) => Promise<void>): Promise<void> {
  const log = createLog({ ...env, LOG_LEVEL: 'warn' });
  const services = compose({
    env: { ...env, MARKET_DATA: 'simulated' },
    database,
    log,
    metrics: createMetrics(database),
  });
  const stopWorker = await runWorker(services, env.WORKER_CONCURRENCY);
  try {
    const app = await buildApp(services, {
      log,
      ...appOptionsOf(env),
      rateLimitPerMinute: Number.MAX_SAFE_INTEGER,
    });
    try {
      await use(caller((request) => app.inject(request)));
    } finally {
      await app.close();
    }
  } finally {
    await stopWorker();
  }
}

interface Reply {
  readonly statusCode: number;
  json<Body>(): Body;
}

function caller(inject: (request: InjectOptions) => Promise<Reply>): Call {
  let headers = {};
  return async <Body>(method: 'GET' | 'POST' | 'PATCH', path: string, payload?: object) => {
    const reply = await inject({ method, url: `/api${path}`, headers, ...(payload && { payload }) });
    if (reply.statusCode >= 400) throw new StartError(reply.json<{ error: string }>().error);
    const { access_token: token } = reply.json<{ access_token?: string }>();
    if (token !== undefined) headers = { authorization: `Bearer ${token}` };
    return reply.json<Body>();
  };
}

async function fill(call: Call, password: string): Promise<void> {
  await call('POST', '/auth/register', { email, username: 'demo', first_name: 'Demo', password });
  for (const { symbol, indicators = [], ...preferences } of watchList) {
    const { data } = await call<{ data: { task_id: string } }>('POST', '/stocks', { symbol });
    await awaitTask(call, `/stocks/tasks/${data.task_id}`);
    if (Object.keys(preferences).length > 0) {
      await call('PATCH', `/stocks/${encodeURIComponent(symbol)}`, preferences);
    }
    for (const ta_indicator of indicators) {
      const request = { stock_symbol: symbol, ta_indicator };
      const { task_id } = await call<{ task_id: string }>('POST', '/indicators/calculate', request);
      await awaitTask(call, `/indicators/task/${task_id}`);
    }
  }
  const { task_id } = await call<{ task_id: string }>('POST', '/portfolios/example');
  await awaitTask(call, `/portfolios/task/${task_id}`);
}

async function awaitTask(call: Call, path: string): Promise<void> {
  for (const deadline = Date.now() + taskTimeoutMs; Date.now() < deadline; await delay(taskPollMs)) {
    const { status, message } = await call<{ status: string; message: string }>('GET', path);
    if (status === 'SUCCESS') return;
    if (status === 'FAILURE') throw new StartError(message);
  }
  throw new StartError(`${path} did not end within ${taskTimeoutMs / 1000} s`);
}
