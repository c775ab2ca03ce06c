import { createPasswordHasher, type Services } from '@stockbook/api';
import { createTestDatabase } from '@stockbook/db/testing';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { afterAll, beforeAll } from 'vitest';
import { compose } from '../../src/composition.ts';
import { type Env, readEnv } from '../../src/env.ts';
import { buildApp } from '../../src/http/app.ts';
import { appOptionsOf } from '../../src/http/app-options.ts';
import { createLog } from '../../src/telemetry/log.ts';
import { createMetrics, type Metrics } from '../../src/telemetry/metrics.ts';
import { runWorker } from '../../src/worker/run-worker.ts';
import { ApiHarness, testEnv } from './api-harness.ts';

/** The cheapest that Argon2 accepts. */
const passwordOptions = { memoryCost: 8, timeCost: 1, parallelism: 1 };

/** The program without sockets: a separate database, the simulated provider, a real worker. */
export class Harness extends ApiHarness {
  readonly app: FastifyInstance;
  readonly databaseUrl: string;
  readonly services: Services;
  readonly metrics: Metrics;
  readonly log: Logger;
  /** All log lines. */
  readonly logged: string[];
  #stops: (() => Promise<unknown>)[];

  private constructor(
    parts: Pick<Harness, 'app' | 'databaseUrl' | 'services' | 'metrics' | 'log' | 'logged'>,
    stops: (() => Promise<unknown>)[],
  ) {
    super((options) => parts.app.inject(options));
    this.app = parts.app;
    this.databaseUrl = parts.databaseUrl;
    this.services = parts.services;
    this.metrics = parts.metrics;
    this.log = parts.log;
    this.logged = parts.logged;
    this.#stops = stops;
  }

  static async start(
    changes: Partial<Env> = {},
    clock?: Services['clock'],
    calculationBudgets?: Services['calculationBudgets'],
  ): Promise<Harness> {
    const { url: databaseUrl, database, drop } = await createTestDatabase();
    const env: Env = { ...readEnv(), ...testEnv, ...changes };
    const logged: string[] = [];
    const log = createLog(env, { write: (line) => void logged.push(line) });
    const metrics = createMetrics(database);
    const services: Services = {
      ...compose({
        env,
        database,
        log,
        metrics,
        ...(clock && { clock }),
        ...(calculationBudgets && { calculationBudgets }),
      }),
      passwords: createPasswordHasher(passwordOptions),
    };
    const stopWorker =
      env.ROLE === 'web' ? async () => {} : await runWorker(services, env.WORKER_CONCURRENCY);
    const app = await buildApp(services, { log, ...appOptionsOf(env) });
    return new Harness({ app, databaseUrl, services, metrics, log, logged }, [
      () => app.close(),
      stopWorker,
      drop,
    ]);
  }

  async stop(): Promise<void> {
    for (const stop of this.#stops) await stop();
  }
}

/** A harness for all tests of a file: started before the first, stopped after the last. */
export function useHarness(changes: Partial<Env> = {}, clock?: Services['clock']): () => Harness {
  let harness: Harness | undefined;
  beforeAll(async () => {
    harness = await Harness.start(changes, clock);
  });
  afterAll(() => harness?.stop());
  return () => {
    if (!harness) throw new Error('the harness has not been started');
    return harness;
  };
}
