import { listRevealingLogSettings, openDatabase, startDatabaseClock } from '@stockbook/db';
import type { Logger } from 'pino';
import packageJson from '../package.json' with { type: 'json' };
import { compose } from './composition.ts';
import type { Env } from './env.ts';
import { buildApp } from './http/app.ts';
import { appOptionsOf } from './http/app-options.ts';
import { releaseIdleMemory } from './idle-memory.ts';
import { listen } from './listen.ts';
import { createMetrics } from './telemetry/metrics.ts';
import { serveMetrics } from './telemetry/metrics-server.ts';
import { createUpdateCheck } from './updates/update-check.ts';
import { runWorker } from './worker/run-worker.ts';

interface Start {
  readonly env: Env;
  readonly log: Logger;
  /** The address of the database. */
  readonly url: string;
  /** Receives a stop function of each part that was started. */
  readonly onStarted: (stop: () => Promise<unknown>) => void;
}

/** Starts what `ROLE` names: the web server, the worker or both. */
export async function startRoles({ env, log, url, onStarted }: Start): Promise<void> {
  const database = openDatabase({
    url,
    poolSize: env.DATABASE_POOL_SIZE,
    warn: (message) => log.warn({ from: 'database' }, message),
  });
  onStarted(() => database.close());
  await database.migrate();
  const revealing = await listRevealingLogSettings(database);
  if (revealing.length > 0) {
    log.warn(
      { from: 'database', set: revealing },
      'PostgreSQL may write emails and notes to its log: see "PostgreSQL\'s settings" in docs/operations.md',
    );
  }
  const metrics = createMetrics(database);
  const clock = await startDatabaseClock(database, {
    onDifference: (secondsAhead) =>
      log.warn(
        { secondsAhead },
        "the clock differs from the database's, which counts: synchronise both with NTP",
      ),
  });
  onStarted(async () => clock.stop());
  const updates = createUpdateCheck(env.UPDATE_CHECK, packageJson.version, log);
  const { newerVersion } = updates;
  const services = compose({ env, database, log, metrics, clock: clock.now, newerVersion });
  if (env.METRICS_PORT !== undefined) {
    const address = { port: env.METRICS_PORT, host: env.METRICS_HOST };
    onStarted(
      await listen({ port: 'METRICS_PORT', host: 'METRICS_HOST' }, address, (target) =>
        serveMetrics(metrics, target),
      ),
    );
  }
  const backupPlan =
    env.BACKUP_DIR === undefined
      ? null
      : { folder: env.BACKUP_DIR, keep: env.BACKUP_KEEP, url, isEmbedded: env.DATABASE_URL === undefined };
  if (env.ROLE !== 'web') onStarted(await runWorker(services, env.WORKER_CONCURRENCY, backupPlan));
  onStarted(updates.start());
  const stopReleasing = releaseIdleMemory();
  onStarted(async () => stopReleasing());
  if (env.ROLE === 'worker') {
    log.info('Stockbook worker is ready');
    return;
  }
  const app = await buildApp(services, { log, ...appOptionsOf(env) });
  onStarted(() => app.close());
  const variables = { port: 'PORT', host: 'HOST' };
  const address = await listen(variables, { port: env.PORT, host: env.HOST }, (target) => app.listen(target));
  process.stdout.write(`Stockbook is ready at ${address.replace('127.0.0.1', 'localhost')}\n`);
}
