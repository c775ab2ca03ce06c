import { startEmbeddedPostgres } from '@stockbook/db/embedded-postgres';
import type { Logger } from 'pino';
import { readEnv } from './env.ts';
import { useOutgoingProxy } from './outgoing-proxy.ts';
import { createLog } from './telemetry/log.ts';

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

async function print(error: unknown): Promise<void> {
  const { describeError } = await import('./describe-error.ts');
  process.stderr.write(`${describeError(error).replaceAll(/^/gm, 'stockbook: ')}\n`);
}

/** Prints the error, stops everything that was started, and exits with code 1. */
async function fail(error: unknown): Promise<void> {
  await print(error);
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
  const { DATABASE_URL: externalUrl } = env;
  const readUrl = externalUrl === undefined ? await launchPostgres(log) : () => externalUrl;
  // Most modules. Loading them blocks the event loop for longer than PostgreSQL needs to start.
  const { startRoles } = await import('./start-roles.ts');
  await startRoles({ env, log, url: await readUrl(), onStarted: (stop) => stops.push(stop) });
}

/** Resolves when the PostgreSQL process runs, to a function that waits until it is ready. */
async function launchPostgres(log: Logger): Promise<() => Promise<string>> {
  const { promise: launched, resolve: onLaunch } = Promise.withResolvers<void>();
  const started = startEmbeddedPostgres({
    dataDir: env.DATA_DIR,
    log: (line) => log.debug(line),
    warn: (line) => log.warn(line),
    onLaunch,
  });
  await Promise.race([launched, started]);
  return async () => {
    const postgres = await started;
    stops.push(() => postgres.stop());
    return postgres.url;
  };
}

const env = await readEnvOrExit();

async function readEnvOrExit() {
  try {
    return readEnv();
  } catch (error) {
    await print(error);
    process.exit(1);
  }
}

process.on('SIGINT', shutDown);
process.on('SIGTERM', shutDown);
// The parent process has exited (IPC channel closed) and can no longer send SIGTERM.
process.once('disconnect', shutDown);
start().catch(fail);
