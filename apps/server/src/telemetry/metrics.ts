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

/** Histogram buckets in seconds, for the ages of quotes. */
const quoteAgeBuckets = [5, 15, 30, 60, 90, 120, 180, 300, 600, 3600, 86_400];

/** Metrics of prices during the session. */
function createQuoteMetrics(
  registers: Registry[],
): Pick<Observer, 'quoteFetch' | 'quotesServed' | 'sessionSignals'> {
  const quoteCalls = new Counter({
    name: 'stockbook_quote_calls_total',
    help: 'Calls of this worker for prices during the session, by source, way and outcome',
    labelNames: ['source', 'way', 'outcome'],
    registers,
  });
  const quoteFetches = new Histogram({
    name: 'stockbook_quote_fetch_seconds',
    help: 'Duration of fetching a batch of prices during the session',
    buckets: jobBuckets,
    registers,
  });
  const quoteAges = new Histogram({
    name: 'stockbook_quote_age_seconds',
    help: 'Time since a price was fetched when it is served',
    buckets: quoteAgeBuckets,
    registers,
  });
  const refusedQuotes = new Counter({
    name: 'stockbook_quote_refused_total',
    help: 'Prices that were not accepted, by reason',
    labelNames: ['reason'],
    registers,
  });
  const sessionSignals = new Counter({
    name: 'stockbook_session_signals_total',
    help: 'Signals of price levels during the session that this worker has stored',
    registers,
  });
  const clockSkews = new Counter({
    name: 'stockbook_quote_clock_skew_total',
    help: 'Prices whose time was up to two minutes ahead of this machine',
    registers,
  });

  return {
    quoteFetch({ source, way, outcome, calls, seconds, refusals, skewedTimes }) {
      quoteCalls.inc({ source, way, outcome }, calls);
      quoteFetches.observe(seconds);
      for (const reason of refusals) refusedQuotes.inc({ reason });
      clockSkews.inc(skewedTimes);
    },
    quotesServed(ages) {
      for (const age of ages) quoteAges.observe(age);
    },
    sessionSignals: (count) => sessionSignals.inc(count),
  };
}

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
  const quotes = createQuoteMetrics(registers);
  addDatabaseGauges(database, registers);

  return {
    registry,
    operation: ({ name, code, seconds }) => operations.observe({ operation: name, code }, seconds),
    ruleEvaluation: ({ seconds }) => ruleEvaluations.observe(seconds),
    signals: (count) => signals.inc(count),
    job: ({ name, outcome, seconds }) => jobs.observe({ job: name, outcome }, seconds),
    delivery: ({ kind, outcome }) => deliveries.inc({ kind, outcome }),
    securityEvent: (kind) => securityEvents.inc({ kind }),
    ...quotes,
    providerCall: ({ provider, operation, outcome, seconds }) =>
      providerCalls.observe({ provider, operation, outcome }, seconds),
  };
}
