import type { Database } from '@stockbook/db';
import { sql } from '@stockbook/db/testing';
import type { YahooMockServer } from '@stockbook/market-data/testing';
import { pollUntil } from '@stockbook/testing';
import { describe, it } from 'vitest';
import { chartRequests } from '../../support/with-yahoo.ts';
import { call, endOf, signUp, taskIdOf } from './caller.ts';
import { useOwnStack } from './own-stack.ts';

/** Another worker continues a killed worker's task within this time. */
const takeoverMs = 15_000;

/** Waits until the mock server has received `times` requests for a symbol's chart. @returns the waiting time in ms */
async function waitForRequests(mockServer: YahooMockServer, symbol: string, times: number): Promise<number> {
  const start = performance.now();
  return pollUntil(
    `request ${times} for the chart of ${symbol}`,
    () => chartRequests(mockServer, symbol).length >= times && performance.now() - start,
    { timeoutMs: 60_000 },
  );
}

interface Lock {
  locked_by: string | null;
  attempts: number;
}

/** The locked jobs and queues. */
async function locks(database: Database): Promise<Lock[]> {
  const { rows } = await sql<Lock>`
    select locked_by, attempts from graphile_worker._private_jobs where locked_by is not null
    union all
    select locked_by, 0 from graphile_worker._private_job_queues where locked_by is not null
  `.execute(database.fork().getKysely());
  return rows;
}

async function addStock(url: string, token: string, symbol: string): Promise<string> {
  const reply = await call(url, 'POST', '/stocks/', { token, body: { symbol } });
  const taskId = taskIdOf(reply);
  if (taskId === null) throw new Error(`adding ${symbol} started no task: ${JSON.stringify(reply.body)}`);
  return taskId;
}

/** Declares the tests of killed and stopped workers; they may run concurrently. */
export function describeWorkers(): void {
  describe('a worker', () => {
    it('gives the task of a killed worker to a living one, which ends it once', async ({
      onTestFinished,
      expect,
    }) => {
      const { start, mockServer, database } = await useOwnStack(onTestFinished);
      const [web, doomed] = await Promise.all([start('web'), start('worker')]);
      const token = await signUp(web.url, 'survivor');
      mockServer.behave('hang', { symbol: 'AAPL', times: 1 });
      const taskId = await addStock(web.url, token, 'AAPL');
      await waitForRequests(mockServer, 'AAPL', 1);
      const other = await start('worker');
      await doomed.kill();
      expect(await waitForRequests(mockServer, 'AAPL', 2)).toBeLessThan(takeoverMs);
      const end = await endOf(() => web.url, '/stocks/tasks', taskId, token, takeoverMs);
      expect(end).toMatchObject({ status: 'SUCCESS' });
      expect(await locks(database)).toEqual([]);
      expect(other.hasEnded).toBe(false);
    });

    it.for(['price_bar', 'backtest_result'])(
      'gives the backtest of a worker killed while it waits for %s to another, which ends it once',
      async (table, { onTestFinished, expect }) => {
        const { start, database } = await useOwnStack(onTestFinished);
        const [web, doomed] = await Promise.all([start('web'), start('worker')]);
        const token = await signUp(web.url, 'backtester');
        await endOf(
          () => web.url,
          '/stocks/tasks',
          await addStock(web.url, token, 'AAPL'),
          token,
          takeoverMs,
        );
        const rules = { format: 'stockbook/1', entry: 'close > sma(5)', exit: 'close < sma(5)' };
        const strategy = await call(web.url, 'POST', '/strategies', { token, body: { name: 'mine', rules } });
        const taskId = await database.fork().transactional(async (tx) => {
          await sql`set local idle_in_transaction_session_timeout = '1min'`.execute(tx.getKysely());
          await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(tx.getKysely());
          const path = `/strategies/${strategy.body.id}/backtests`;
          const id = taskIdOf(await call(web.url, 'POST', path, { token, body: {} })) ?? '';
          await pollUntil(`the lock of ${table}`, async () => {
            const { rows } = await sql`
              select from pg_stat_activity
              where wait_event_type = 'Lock' and query like ${`%${table}%`} and datname = current_database()
            `.execute(database.fork().getKysely());
            return rows.length > 0;
          });
          await doomed.kill();
          return id;
        });
        const other = await start('worker');
        const end = await endOf(() => web.url, '/strategies/task', taskId, token, takeoverMs);
        expect(end).toMatchObject({ status: 'SUCCESS' });
        const { rows } = await sql<{ results: number; hasSummary: boolean }>`
          select count(result.position)::int as results, bool_and(summary is not null) as "hasSummary"
          from backtest left join backtest_result result on result.backtest_id = backtest.id group by backtest.id
        `.execute(database.fork().getKysely());
        expect(rows).toEqual([{ results: 1, hasSummary: true }]);
        expect(await locks(database)).toEqual([]);
        expect(other.hasEnded).toBe(false);
      },
    );

    it('leaves no named queue locked when a worker is killed', async ({ onTestFinished, expect }) => {
      const { start, database } = await useOwnStack(onTestFinished);
      const worker = await start('worker');
      // The state after a worker was killed during a job of a named queue.
      const em = database.fork();
      await em.transactional(async (tx) => {
        const db = tx.getKysely();
        await sql`select graphile_worker.add_job('clean-up', queue_name := 'a queue')`.execute(db);
        await sql`
        update graphile_worker._private_job_queues set locked_by = 'dead', locked_at = now() - interval '1 minute'
      `.execute(db);
      });
      await expect
        .poll(
          async () => {
            const { rows } = await sql`select id from graphile_worker._private_jobs`.execute(em.getKysely());
            return rows.length;
          },
          { timeout: takeoverMs, interval: 200 },
        )
        .toBe(0);
      expect(await locks(database)).toEqual([]);
      expect(worker.hasEnded).toBe(false);
    });

    it('fails a task after the third attempt that killed its worker', async ({ onTestFinished, expect }) => {
      const { start, mockServer, database } = await useOwnStack(onTestFinished);
      const [web, first] = await Promise.all([start('web'), start('worker')]);
      const token = await signUp(web.url, 'poisoned');
      mockServer.behave('hang', { symbol: 'MSFT' });
      const taskId = await addStock(web.url, token, 'MSFT');
      let worker = first;
      for (const attempt of [1, 2, 3]) {
        expect(await waitForRequests(mockServer, 'MSFT', attempt)).toBeLessThan(takeoverMs);
        const [next] = await Promise.all([start('worker'), worker.kill()]);
        worker = next;
      }
      const end = await endOf(() => web.url, '/stocks/tasks', taskId, token, takeoverMs);
      expect(end).toEqual({
        status: 'FAILURE',
        message: 'The task was given up: the worker died of it at every try',
      });
      expect(chartRequests(mockServer, 'MSFT')).toHaveLength(3);
      expect(await locks(database)).toEqual([]);
      mockServer.behaveWell();
      const next = await addStock(web.url, token, 'MSFT');
      expect(await endOf(() => web.url, '/stocks/tasks', next, token, takeoverMs)).toMatchObject({
        status: 'SUCCESS',
      });
    });

    it('requeues unfinished jobs at SIGTERM without using up an attempt, and leaves nothing locked', async ({
      onTestFinished,
      expect,
    }) => {
      const { start, mockServer, database } = await useOwnStack(onTestFinished);
      const [web, stopped] = await Promise.all([start('web'), start('worker')]);
      const token = await signUp(web.url, 'handed-back');
      mockServer.behave('hang', { symbol: 'NVDA', times: 1 });
      const taskId = await addStock(web.url, token, 'NVDA');
      await waitForRequests(mockServer, 'NVDA', 1);
      const { exitCode, seconds } = await stopped.stop();
      expect(exitCode).toBe(0);
      expect(seconds).toBeLessThan(15);
      expect(await locks(database)).toEqual([]);
      const { rows } = await sql`
      select attempts from graphile_worker._private_jobs where payload ->> 'taskId' = ${taskId} and run_at <= now()
    `.execute(database.fork().getKysely());
      expect(rows).toEqual([{ attempts: 0 }]);
      await start('worker');
      const end = await endOf(() => web.url, '/stocks/tasks', taskId, token, takeoverMs);
      expect(end).toMatchObject({ status: 'SUCCESS' });
    });
  });
}
