import type { Observer } from '@stockbook/api';
import type { Database } from '@stockbook/db';
import type { ProviderCall } from '@stockbook/market-data';
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { addDatabaseGauges } from './database-gauges.ts';

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
  addDatabaseGauges(database, registers);

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
