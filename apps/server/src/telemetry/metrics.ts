import { type Observer, workerStaleAfterS } from '@stockbook/api';
import {
  backupStateRepository,
  type Database,
  isDatabaseUnavailable,
  taskRepository,
  workerRepository,
} from '@stockbook/db';
import type { ProviderCall } from '@stockbook/market-data';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** The Prometheus metrics of this process. */
export interface Metrics extends Observer {
  readonly registry: Registry;
  providerCall(call: ProviderCall): void;
}

/** Histogram buckets in seconds, for requests. */
const requestBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** Histogram buckets in seconds, for jobs and provider calls. */
const jobBuckets = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

export function createMetrics(database: Database): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });

  const operations = new Histogram({
    name: 'stockbook_operation_duration_seconds',
    help: 'Duration of procedure calls over REST and tRPC, by result code',
    labelNames: ['operation', 'code'],
    buckets: requestBuckets,
    registers,
  });
  const jobs = new Histogram({
    name: 'stockbook_job_duration_seconds',
    help: 'Duration of job attempts in this worker, by outcome',
    labelNames: ['job', 'outcome'],
    buckets: jobBuckets,
    registers,
  });
  const providerCalls = new Histogram({
    name: 'stockbook_provider_call_duration_seconds',
    help: 'Duration of calls to the market data provider, by outcome',
    labelNames: ['provider', 'operation', 'outcome'],
    buckets: jobBuckets,
    registers,
  });
  const ruleEvaluations = new Histogram({
    name: 'stockbook_rule_evaluation_duration_seconds',
    help: 'Duration of the evaluation of all rules that watch a stock on its new bars',
    buckets: jobBuckets,
    registers,
  });
  const signals = new Counter({
    name: 'stockbook_signals_total',
    help: 'Signals that this worker has stored',
    registers,
  });
  const deliveries = new Counter({
    name: 'stockbook_deliveries_total',
    help: 'Attempts of this worker to send a message, by kind of channel and outcome',
    labelNames: ['kind', 'outcome'],
    registers,
  });
  const securityEvents = new Counter({
    name: 'stockbook_security_events_total',
    help: 'Security events of accounts in this process, by kind',
    labelNames: ['kind'],
    registers,
  });
  new Gauge({
    name: 'stockbook_tasks',
    help: 'Stored tasks by kind and status; PENDING and PROGRESS are unfinished',
    labelNames: ['kind', 'status'],
    registers,
    async collect() {
      this.reset();
      try {
        for (const { kind, status, count } of await taskRepository.countByStatus(database.fork())) {
          this.set({ kind, status }, count);
        }
      } catch (error) {
        // Serve the other metrics: stockbook_database_up reports the failure.
        if (!isDatabaseUnavailable(error)) throw error;
      }
    },
  });
  new Gauge({
    name: 'stockbook_backup_last_success_timestamp_seconds',
    help: 'When the last scheduled backup was made; missing if there was none',
    labelNames: ['verified'],
    registers,
    async collect() {
      this.reset();
      try {
        const state = await backupStateRepository.find(database.fork());
        if (!state?.succeededAt) return;
        this.set({ verified: String(state.isVerified) }, state.succeededAt.getTime() / 1000);
      } catch (error) {
        if (!isDatabaseUnavailable(error)) throw error;
      }
    },
  });
  new Gauge({
    name: 'stockbook_worker_up',
    help: '1 if any worker has sent a heartbeat recently, otherwise 0',
    registers,
    async collect() {
      try {
        this.set((await workerRepository.hasLiveWorker(database.fork(), workerStaleAfterS)) ? 1 : 0);
      } catch (error) {
        if (!isDatabaseUnavailable(error)) throw error;
        this.set(0);
      }
    },
  });
  new Gauge({
    name: 'stockbook_database_connections',
    help: 'Connections of the pool, and callers waiting for one',
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
    help: '1 if the database answers, otherwise 0',
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
    ruleEvaluation: ({ seconds }) => ruleEvaluations.observe(seconds),
    signals: (count) => signals.inc(count),
    job: ({ name, outcome, seconds }) => jobs.observe({ job: name, outcome }, seconds),
    delivery: ({ kind, outcome }) => deliveries.inc({ kind, outcome }),
    securityEvent: (kind) => securityEvents.inc({ kind }),
    providerCall: ({ provider, operation, outcome, seconds }) =>
      providerCalls.observe({ provider, operation, outcome }, seconds),
  };
}
