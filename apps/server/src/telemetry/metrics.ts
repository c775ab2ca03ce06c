import type { Observer } from '@stockbook/api';
import { type Database, isDatabaseUnavailable, taskRepository } from '@stockbook/db';
import type { ProviderCall } from '@stockbook/market-data';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** What the process tells of itself, for Prometheus to collect. */
export interface Metrics extends Observer {
  readonly registry: Registry;
  providerCall(call: ProviderCall): void;
}

const quick = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];
const slow = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

export function createMetrics(database: Database): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });

  const operations = new Histogram({
    name: 'stockbook_operation_duration_seconds',
    help: 'How long procedures took, through either door, by how they ended',
    labelNames: ['operation', 'code'],
    buckets: quick,
    registers,
  });
  const jobs = new Histogram({
    name: 'stockbook_job_duration_seconds',
    help: 'How long tries of jobs took in the worker',
    labelNames: ['job', 'outcome'],
    buckets: slow,
    registers,
  });
  const providerCalls = new Histogram({
    name: 'stockbook_provider_call_duration_seconds',
    help: 'How long calls to the provider of market data took',
    labelNames: ['provider', 'operation', 'outcome'],
    buckets: slow,
    registers,
  });
  new Gauge({
    name: 'stockbook_tasks',
    help: 'Tasks that are kept, by kind and status: PENDING and PROGRESS are the queue',
    labelNames: ['kind', 'status'],
    registers,
    async collect() {
      this.reset();
      try {
        for (const { kind, status, count } of await taskRepository.countByStatus(database.fork())) {
          this.set({ kind, status }, count);
        }
      } catch (error) {
        // The other numbers are needed then most of all; stockbook_database_up tells.
        if (!isDatabaseUnavailable(error)) throw error;
      }
    },
  });
  new Gauge({
    name: 'stockbook_database_connections',
    help: 'Connections of the pool, and requests that wait for one',
    labelNames: ['state'],
    registers,
    async collect() {
      const { totalCount, idleCount, waitingCount } = await database.pool();
      this.set({ state: 'busy' }, totalCount - idleCount);
      this.set({ state: 'idle' }, idleCount);
      this.set({ state: 'waiting' }, waitingCount);
    },
  });
  new Gauge({
    name: 'stockbook_database_up',
    help: 'Whether the database answers',
    registers,
    async collect() {
      this.set(
        await database.ping().then(
          () => 1,
          () => 0,
        ),
      );
    },
  });

  return {
    registry,
    operation: ({ name, code, seconds }) => operations.observe({ operation: name, code }, seconds),
    job: ({ name, outcome, seconds }) => jobs.observe({ job: name, outcome }, seconds),
    providerCall: ({ provider, operation, outcome, seconds }) =>
      providerCalls.observe({ provider, operation, outcome }, seconds),
  };
}
