import { listRevealingLogSettings, openDatabase, startEmbeddedPostgres } from '@stockbook/db';
import { compose } from './composition.ts';
import { describeError } from './describe-error.ts';
import { readEnv } from './env.ts';
import { buildApp } from './http/app.ts';
import { listen } from './listen.ts';
import { useOutgoingProxy } from './outgoing-proxy.ts';
import { createLog } from './telemetry/log.ts';
import { createMetrics } from './telemetry/metrics.ts';
import { serveMetrics } from './telemetry/metrics-server.ts';
import { runWorker } from './worker/run-worker.ts';

/** Stop functions of everything that was started, in order of start; called in reverse order. */
const stops: (() => Promise<unknown>)[] = [];

/** The process exits after this time even if a stop function hangs. */
const shutdownTimeoutMs = 14_000;

let stopping: Promise<void> | undefined;

async function stopEverything(): Promise<void> {
  while (stops.length > 0) await stops.pop()?.();
}

/**
 * Stops everything and exits; further signals are ignored. Not `close-with-grace`: it exits at the second signal, and
 * npm sends one besides the terminal's at Ctrl-C, which would leave the embedded PostgreSQL running.
 */
function shutDown(): void {
  if (stopping) return;
  setTimeout(() => process.exit(1), shutdownTimeoutMs).unref();
  stopping = stopEverything().then(
    () => process.exit(process.exitCode ?? 0),
    (error) => fail(error),
  );
}

/** Prints the error, stops everything that was started, and exits with code 1. */
function fail(error: unknown): void {
  process.stderr.write(`${describeError(error).replaceAll(/^/gm, 'stockbook: ')}\n`);
  process.exitCode = 1;
  if (stops.length > 0 && !stopping) shutDown();
  else process.exit();
}

async function start(): Promise<void> {
  useOutgoingProxy(env);
  const log = createLog(env);
  if (process.getuid?.() === 0) {
    log.warn('Running as root, which the program does not need: start it as an ordinary user');
  }
  let url = env.DATABASE_URL;
  if (url === undefined) {
    const postgres = await startEmbeddedPostgres({
      dataDir: env.DATA_DIR,
      log: (line) => log.debug(line),
      warn: (line) => log.warn(line),
    });
    stops.push(() => postgres.stop());
    url = postgres.url;
  }
  const database = openDatabase({
    url,
    poolSize: env.DATABASE_POOL_SIZE,
    warn: (message) => log.warn({ from: 'database' }, message),
  });
  stops.push(() => database.close());
  await database.migrate();
  const revealing = await listRevealingLogSettings(database);
  if (revealing.length > 0) {
    log.warn(
      { from: 'database', set: revealing },
      'PostgreSQL may write emails and notes to its log: see "PostgreSQL\'s settings" in docs/operations.md',
    );
  }
  const metrics = createMetrics(database);
  const services = compose({ env, database, log, metrics });
  if (env.METRICS_PORT !== undefined) {
    const address = { port: env.METRICS_PORT, host: env.METRICS_HOST };
    stops.push(
      await listen({ port: 'METRICS_PORT', host: 'METRICS_HOST' }, address, (target) =>
        serveMetrics(metrics, target),
      ),
    );
  }
  const backupPlan =
    env.BACKUP_DIR === undefined
      ? null
      : { folder: env.BACKUP_DIR, keep: env.BACKUP_KEEP, url, isEmbedded: env.DATABASE_URL === undefined };
  if (env.ROLE !== 'web') stops.push(await runWorker(services, env.WORKER_CONCURRENCY, backupPlan));
  if (env.ROLE === 'worker') {
    log.info('Stockbook worker is ready');
    return;
  }
  const app = await buildApp(services, {
    log,
    trustProxy: env.TRUST_PROXY,
    corsOrigins: env.CORS_ORIGINS,
    hasMcp: env.MCP,
    rateLimitPerMinute: env.RATE_LIMIT_PER_MINUTE,
    maxConnectionsPerAddress: env.CONNECTION_LIMIT_PER_ADDRESS,
  });
  stops.push(() => app.close());
  const variables = { port: 'PORT', host: 'HOST' };
  const address = await listen(variables, { port: env.PORT, host: env.HOST }, (target) => app.listen(target));
  process.stdout.write(`Stockbook is ready at ${address.replace('127.0.0.1', 'localhost')}\n`);
}

const env = readEnvOrExit();

function readEnvOrExit() {
  try {
    return readEnv();
  } catch (error) {
    process.stderr.write(`${describeError(error).replaceAll(/^/gm, 'stockbook: ')}\n`);
    process.exit(1);
  }
}

process.once('SIGINT', shutDown);
process.once('SIGTERM', shutDown);
// The parent process has exited (IPC channel closed) and can no longer send SIGTERM.
process.once('disconnect', shutDown);
start().catch(fail);
