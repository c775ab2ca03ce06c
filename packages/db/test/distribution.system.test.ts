import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { apiClient, pollUntil, startServer } from '@stockbook/testing';
import { Client, type Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../src/connection/database.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../src/embedded-postgres/embedded-postgres.ts';
import * as barSummaryRepository from '../src/repositories/stocks/bar-summary.repository.ts';
import * as calculatedIndicatorRepository from '../src/repositories/stocks/calculated-indicator.repository.ts';
import * as priceBarRepository from '../src/repositories/stocks/price-bar.repository.ts';
import * as stockRepository from '../src/repositories/stocks/stock.repository.ts';
import * as stockActionRepository from '../src/repositories/stocks/stock-action.repository.ts';
import { stockFacts } from '../src/testing/test-rows.ts';
import { recordedPlans } from './recorded-plans.ts';

const distributeScript = fileURLToPath(new URL('../../../deploy/citus.sql', import.meta.url));
const emulationScript = fileURLToPath(new URL('citus-emulation.sql', import.meta.url));

const distributedTables = ['price_bar', 'stock_split', 'stock_dividend', 'calculated_indicator'];

const log: string[] = [];
let dataDir: string;
let postgres: EmbeddedPostgres;
let database: Database;
let pool: Pool;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'stockbook-distribution-'));
  postgres = await startEmbeddedPostgres({ dataDir, durability: 'none', log: (line) => log.push(line) });
  const setup = openDatabase({ url: postgres.url, poolSize: 2, warn: (message) => log.push(message) });
  await setup.migrate();
  const setupPool = await setup.pool();
  await setupPool.query(await readFile(emulationScript, 'utf8'));
  await setupPool.query(await readFile(distributeScript, 'utf8'));
  await setup.close();
  const superuser = new Client({ connectionString: postgres.superuserUrl });
  await superuser.connect();
  await superuser.query(`
    alter database postgres set session_preload_libraries = 'auto_explain';
    alter database postgres set auto_explain.log_min_duration = 0;
    alter database postgres set auto_explain.log_parameter_max_length = 0`);
  await superuser.end();
  database = openDatabase({ url: postgres.url, poolSize: 2, warn: (message) => log.push(message) });
  pool = await database.pool();
});

afterAll(async () => {
  await database.close();
  await postgres.stop();
  await rm(dataDir, { recursive: true });
});

/** The plans of the statements on distributed tables that `work` executes. */
async function plansOf(work: () => Promise<void>) {
  const start = log.length;
  await work();
  const mark = randomUUID();
  // PostgreSQL writes its log in order: once it contains this line, it contains all earlier ones.
  await pool.query(`select '${mark}'`);
  await pollUntil('the mark in the log', () => log.slice(start).some((line) => line.includes(mark)));
  return recordedPlans(log.slice(start));
}

const one = [10];
const bars = { date: ['2024-01-02'], open: one, high: one, low: one, close: one, volume: one };
const splits = [{ exDate: '2024-01-02', numerator: 2, denominator: 1 }];
const dividends = [{ exDate: '2024-01-03', amount: 1, currency: 'USD' }];
const values = { outputs: ['real'], values: one, dataStartDate: '2024-01-02', dataEndDate: '2024-01-02' };

/** The key of an indicator. */
function average(userId: string, stockId: number) {
  return {
    userId,
    stockId,
    indicatorFunction: 'SMA',
    indicatorName: 'SMA',
    parameters: { timeperiod: 1 },
  };
}

/** @returns the user's id */
async function createUser(name: string): Promise<string> {
  const id = randomUUID();
  await pool.query(
    `insert into user_account (id, email, email_key, username, username_key, password_hash, created_at)
     values ($1, $2, $2, $2, $2, '', now())`,
    [id, name],
  );
  return id;
}

describe('the distributed schema', () => {
  it('has keys that Citus can distribute by stock', async () => {
    // All their keys include the stock's id: the partitioned tables of the emulation accept no other keys.
    const { rows } = await pool.query<{ name: string }>('select name from distributed_table');
    expect(rows.map(({ name }) => name)).toEqual(distributedTables);
    await expect(
      pool.query(`select create_distributed_table('worker_heartbeat', 'heartbeat_at')`),
    ).rejects.toThrow('unique constraint on partitioned table must include all partitioning columns');
  });

  it('refuses a table with a foreign key to one on the coordinator', async () => {
    await expect(pool.query(`select create_distributed_table('import_line', 'task_id')`)).rejects.toThrow(
      'cannot create foreign key constraint of import_line',
    );
  });

  it('loses the rows of a stock that is deleted', async () => {
    const em = database.fork();
    const { id } = await stockRepository.upsertFacts(em, stockFacts('GONE'), new Date());
    const userId = await createUser('gone');
    await priceBarRepository.store(em, id, bars);
    await stockActionRepository.replaceSplits(em, id, '1990-01-01', splits);
    await stockActionRepository.replaceDividends(em, id, '1990-01-01', dividends);
    await calculatedIndicatorRepository.save(em, randomUUID(), average(userId, id), values, new Date());
    await stockRepository.noteUntracked(em, new Date('2026-01-01'));
    expect(await stockRepository.deleteUntracked(em, 'GONE', new Date('2026-01-02'))).toBe(true);
    for (const table of distributedTables) {
      const { rows } = await pool.query(`select 1 from ${table} where stock_id = $1`, [id]);
      expect([table, rows]).toEqual([table, []]);
    }
  });
});

describe('statements on bars and indicators', () => {
  /** The statements that need several nodes. */
  function multiNodeStatements(plans: ReturnType<typeof recordedPlans>): string[] {
    return plans.filter(({ partitions }) => partitions.length > 1).map(({ statement }) => statement);
  }

  it('needs one node for every function of the repositories of bars and indicators', async () => {
    const em = database.fork();
    const userId = await createUser('one');
    const { id: stockId } = await stockRepository.upsertFacts(em, stockFacts('ONE'), new Date());
    const key = average(userId, stockId);
    const id = randomUUID();
    const calls: Record<
      | keyof typeof priceBarRepository
      | keyof typeof barSummaryRepository
      | keyof typeof stockActionRepository
      | keyof typeof calculatedIndicatorRepository,
      () => Promise<unknown>
    > = {
      hasAny: () => priceBarRepository.hasAny(em, stockId),
      insert: () => priceBarRepository.insert(em, stockId, bars),
      store: () => priceBarRepository.store(em, stockId, bars),
      listDaily: () => priceBarRepository.listDaily(em, stockId, { from: '2024-01-01', to: '2024-02-01' }),
      listAggregated: () =>
        priceBarRepository.listAggregated(em, stockId, 'week', '2024-03-01', { from: '2024-01-01' }),
      readColumns: () => priceBarRepository.readColumns(em, stockId),
      findDates: () => priceBarRepository.findDates(em, stockId, { from: '2024-01-01', to: '2024-02-01' }),
      summarize: () => barSummaryRepository.summarize(em, stockId),
      save: () => calculatedIndicatorRepository.save(em, id, key, values, new Date()),
      clearValues: () => calculatedIndicatorRepository.clearValues(em, stockId),
      listKeysOfStock: () => calculatedIndicatorRepository.listKeysOfStock(em, stockId),
      replacements: async () => {
        const replacements = calculatedIndicatorRepository.replacements(em, stockId, new Date());
        await replacements.add([id], values);
        await replacements.flush();
      },
      listOfUser: () => calculatedIndicatorRepository.listOfUser(em, userId, stockId),
      listWithValues: () => calculatedIndicatorRepository.listWithValues(em, userId, stockId, [id]),
      readRevision: () => calculatedIndicatorRepository.readRevision(database, userId, stockId),
      countOfUser: () => calculatedIndicatorRepository.countOfUser(em, userId, stockId),
      readUsage: () => calculatedIndicatorRepository.readUsage(em, key, [key]),
      has: () => calculatedIndicatorRepository.has(em, key),
      replaceSplits: () => stockActionRepository.replaceSplits(em, stockId, '1990-01-01', splits),
      replaceDividends: () => stockActionRepository.replaceDividends(em, stockId, '1990-01-01', dividends),
      listSplits: () => stockActionRepository.listSplits(em, stockId),
      listDividends: () => stockActionRepository.listDividends(em, stockId),
      listPricedDividends: () => stockActionRepository.listPricedDividends(em, stockId),
      deleteDates: () => priceBarRepository.deleteDates(em, stockId, ['2024-01-03']),
      listTradedDates: () => priceBarRepository.listTradedDates(em, stockId, '1990-01-01'),
      deleteOthers: () => priceBarRepository.deleteOthers(em, stockId, []),
      listBefore: () => priceBarRepository.listBefore(em, stockId, '2024-02-01', 2),
      countBetween: () => priceBarRepository.countBetween(em, stockId, '2024-01-01', '2024-02-01'),
    };
    expect(Object.keys(calls).sort()).toEqual(
      [priceBarRepository, barSummaryRepository, stockActionRepository, calculatedIndicatorRepository]
        .flatMap(Object.keys)
        .sort(),
    );
    const multiNodeFunctions: string[] = [];
    for (const [name, call] of Object.entries(calls)) {
      const plans = await plansOf(async () => {
        await call();
      });
      expect([name, plans.length]).toEqual([name, 1]);
      if (multiNodeStatements(plans).length > 0) multiNodeFunctions.push(name);
    }
    expect(multiNodeFunctions).toEqual([]);
  });

  it('needs one node for bars and indicators while the program adds, charts, calculates, refreshes and removes', async () => {
    const plans = await plansOf(() => useProgram());
    // Add, chart, calculate, refresh a restated history with its indicators, and remove.
    for (const expected of [
      'with stored as ( insert into price_bar',
      'string_agg(int4send(date',
      'date_trunc(',
      'insert into calculated_indicator',
      'delete from price_bar',
      'update calculated_indicator indicator set',
      'delete from "calculated_indicator"',
    ]) {
      expect(plans.some(({ statement }) => statement.includes(expected))).toBe(true);
    }
    expect(multiNodeStatements(plans)).toEqual([]);
  });

  it('detects a statement that needs several nodes', async () => {
    const plans = await plansOf(async () => {
      await pool.query('select count(*) from price_bar where date > $1', ['2024-01-01']);
    });
    expect(multiNodeStatements(plans)).toEqual(['select count(*) from price_bar where date > $1']);
  });
});

/** Uses the endpoints of a running program that read or write bars and indicators. */
async function useProgram(): Promise<void> {
  const server = await startServer({ env: { DATABASE_URL: postgres.url, LOG_LEVEL: 'warn' } });
  try {
    await useStocks(server.url);
  } finally {
    await server.stop();
  }
}

async function useStocks(serverUrl: string): Promise<void> {
  const account = {
    email: 'b@example.com',
    username: 'distributed',
    password: 'a long and private sentence',
  };
  const registered = await apiClient(serverUrl).call<{ access_token: string }>(
    'POST',
    '/auth/register',
    account,
  );
  const { call, runTask } = apiClient(serverUrl, registered.access_token);
  for (const symbol of ['AAPL', 'MSFT']) {
    await runTask('/stocks/', { symbol });
    await runTask('/indicators/calculate', { stock_symbol: symbol, ta_indicator: 'BBANDS' });
    for (const interval of ['daily', 'weekly', 'monthly']) {
      await call('GET', `/stocks/${symbol}/data?interval=${interval}&start_date=2020-01-01`);
    }
    await call('GET', `/indicators/${symbol}`);
  }
  // The stored bars now differ from the provider's: a refresh replaces all of them.
  const { rows } = await pool.query<{ id: number }>(`select id from stock where symbol = 'AAPL'`);
  await pool.query('update price_bar set close = close * 2 where stock_id = $1', [rows[0]?.id]);
  await runTask('/stocks/AAPL/refresh');
  await call('GET', '/stocks/');
  await call('DELETE', '/stocks/AAPL');
}
