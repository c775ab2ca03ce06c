import { randomUUID } from 'node:crypto';
import { Session } from 'node:inspector/promises';
import {
  cleanUp,
  enqueueDueRefreshes,
  expireOverdueRules,
  growPrices,
  planQuotes,
  type RestOperation,
  remindOwners,
  requestMissingPairs,
  resumeDeliveries,
} from '@stockbook/api';
import * as db from '@stockbook/db';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillScale } from '../../bench/support/scale-data.ts';
import { runWorker } from '../../src/worker/run-worker.ts';
import {
  callRest,
  changingInputs,
  createAccessToken,
  guardedOperations,
  tasksEnded,
  useFullAccount,
} from '../support/changing-inputs.ts';
import { useHarness } from '../support/harness.ts';
import { directCalls } from './direct-calls.ts';
import { listedReads } from './listed-reads.ts';
import { type GrowingRead, recordPlans } from './recorded-plans.ts';

// Its worker starts after the recording: connections that exist send no plans.
const harness = useHarness({ ROLE: 'web' });
const inspector = new Session();
let growingReads: () => GrowingRead[];
let stopWorker = async () => {};

beforeAll(async () => {
  const { services, databaseUrl } = harness();
  // A thousandth of the rows of 100,000 users.
  await fillScale(services.database, { users: 100, stocks: 1_000, barsPerStock: 10 });
  growingReads = await recordPlans(services.database, databaseUrl);
  inspector.connect();
  await inspector.post('Profiler.enable');
  await inspector.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  stopWorker = await runWorker(services, 4);
});
afterAll(async () => {
  await stopWorker();
  inspector.disconnect();
});
const account = useFullAccount(harness);

/** Inputs of reads beyond the ids of resources. */
const readInputs: Record<string, Record<string, string>> = {
  'stocks.barsOfStocks': { symbols: 'AAPL' },
  'stocks.search': { q: 'a' },
  'quotes.list': { symbols: 'AAPL' },
  'instruments.get': { symbol: '@OWN' },
  'signals.preview': { when: 'close > 1', symbol: 'AAPL' },
  'signals.screen': { when: 'close > 1', scope: 'watch_list' },
  'portfolios.positions': { date: '2024-05-20' },
  'journal.list': { q: 'mine' },
};

async function call(operation: RestOperation, headers: Record<string, string> = {}): Promise<void> {
  const { userId, ids } = account();
  const { name, method, isWrite } = operation;
  const token = await createAccessToken(harness(), userId);
  const input = isWrite ? changingInputs[name]?.(ids) : { ...ids, ...readInputs[name] };
  if (method !== 'GET') {
    await callRest(harness(), operation, input ?? {}, token, headers);
    return;
  }
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, field: string) => String(input?.[field]));
  await harness().rest(method, `${path}?${new URLSearchParams(readInputs[name])}`, { token });
}

/** Runs a function of a repository, and undoes what it has changed. */
async function runDirectly(run: (em: db.EntityManager) => unknown): Promise<void> {
  const undone = new Error('undone');
  const work = harness()
    .services.database.fork()
    .transactional(async (tx) => {
      await run(tx);
      throw undone;
    });
  await expect(work).rejects.toBe(undone);
}

const order = Object.keys(changingInputs);
const reads = guardedOperations.filter(({ isWrite }) => !isWrite);
const writes = guardedOperations
  .filter(({ isWrite }) => isWrite)
  .toSorted((one, other) => order.indexOf(one.name) - order.indexOf(other.name));

/** The functions of the repositories that have run, as `name of the file function`. */
async function listRun(): Promise<Set<string>> {
  const { result } = await inspector.post('Profiler.takePreciseCoverage');
  return new Set(
    result.flatMap(({ url, functions }) => {
      const [, file] = /\/repositories\/\w[\w-]*\/([\w-]+)\.repository\.ts/.exec(url) ?? [];
      if (file === undefined) return [];
      return functions
        .filter(({ ranges }) => (ranges[0]?.count ?? 0) > 0)
        .map(({ functionName }) => `${file} ${functionName}`);
    }),
  );
}

/** Of tables with a row for a provider, or one. */
const boundedRepositories = ['providerStateRepository', 'backupStateRepository'];

const repositories = Object.entries(db).flatMap(([name, repository]) =>
  name.endsWith('Repository') && !boundedRepositories.includes(name)
    ? Object.entries(repository)
        .filter(([, value]) => typeof value === 'function')
        .map(([key]) => {
          const file = name.slice(0, -'Repository'.length);
          return `${file.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)} ${key}`;
        })
    : [],
);

describe('every function of every repository', () => {
  it('runs', { timeout: 120_000 }, async () => {
    const { services, metrics } = harness();
    const { userId, ids } = account();
    const signal = new AbortController().signal;
    for (const operation of reads) await call(operation);
    await metrics.registry.metrics();
    const { id: stockId = 0 } =
      (await db.stockRepository.findBySymbol(services.database.fork(), 'AAPL', null)) ?? {};
    for (const calls of Object.values(directCalls({ userId, stockId, ids }))) {
      for (const run of Object.values(calls)) await runDirectly(run);
    }
    await expireOverdueRules(services);
    await enqueueDueRefreshes(services);
    await resumeDeliveries(services);
    await planQuotes(services);
    await growPrices(services, signal);
    await remindOwners(services);
    await requestMissingPairs(services);
    for (const operation of writes) {
      await call(operation, operation.acceptsIdempotencyKey ? { 'idempotency-key': randomUUID() } : {});
      await tasksEnded(harness());
    }
    await cleanUp(services, signal);
    const run = await listRun();
    expect(repositories.filter((name) => !run.has(name))).toEqual([]);
  });

  it('reads no table that grows with users or time as a whole, unless that is listed with its reason', () => {
    const isListed = ({ table, statement }: GrowingRead) =>
      table !== null &&
      listedReads.some(
        (listed) =>
          (listed.tables === undefined || listed.tables.includes(table)) &&
          statement.includes(listed.statement),
      );
    expect(growingReads().filter((read) => !isListed(read))).toEqual([]);
  });
});
