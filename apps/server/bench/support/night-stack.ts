import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openDatabase, startEmbeddedPostgres, stockRepository } from '@stockbook/db';
import { sql } from '@stockbook/db/testing';
import { Stock } from '@stockbook/db/testing/entities';
import { startYahooMockServer } from '@stockbook/market-data/testing';
import { pollUntil, startServer } from '@stockbook/testing';

const concurrency = 4;

/** Limit of the mean time for one stock: more than ten times the expected one. */
const maxRefreshMs = 5_000;

/** A worker process with a mock server of Yahoo, and stocks that it refreshes. */
export interface NightStack {
  query<Row>(statement: ReturnType<typeof sql<Row>>): Promise<Row[]>;
  /** Lets the worker refresh all stocks and prints its speed. @returns the seconds */
  measure(title: string): Promise<number>;
  /** Deletes the bars of the last week: the next refresh stores them again. */
  forgetLastWeek(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a worker process, and tracks `stocks` stocks that have no history yet. */
export async function startNight(stocks: number): Promise<NightStack> {
  const dataDir = await mkdtemp(join(tmpdir(), 'stockbook-night-'));
  const postgres = await startEmbeddedPostgres({ dataDir });
  const mockServer = await startYahooMockServer();
  const database = openDatabase({
    url: postgres.url,
    poolSize: 4,
    warn: (message) => process.stderr.write(`${message}\n`),
  });
  await database.migrate();
  async function query<Row>(statement: ReturnType<typeof sql<Row>>): Promise<Row[]> {
    return (await statement.execute(database.fork().getKysely())).rows;
  }

  async function trackStocks(): Promise<void> {
    const unknown = { isin: null, exchange: null, sector: null, industry: null, type: 'equity' };
    for (let number = 1; number <= stocks; number += 1) {
      const facts = {
        ...unknown,
        symbol: `LOAD${number}`,
        name: `Load ${number}`,
        currency: 'USD',
        timezone: 'UTC',
      };
      await stockRepository.upsertFacts(database.fork(), facts, new Date());
    }
    await query(sql`
      insert into user_account (id, email, email_key, username, username_key, password_hash, created_at)
      values (gen_random_uuid(), 'night', 'night', 'night', 'night', '', now())`);
    await query(sql`
      insert into user_stock (user_id, stock_id, added_at) select u.id, s.id, now() from user_account u, stock s`);
  }

  /** Milliseconds that PostgreSQL has spent on statements of this database. */
  async function statementMs(): Promise<number> {
    const [row] = await query(
      sql<{ ms: number }>`select active_time as ms from pg_stat_database where datname = current_database()`,
    );
    return row?.ms ?? 0;
  }

  /** Measures the time in which the worker refreshes all due stocks, from the first job to the last. */
  async function measure(title: string): Promise<number> {
    const [before] = await query(sql<{ bars: number }>`select count(*)::int as bars from price_bar`);
    const msBefore = await statementMs();
    const startedAt = performance.now();
    await query(sql`update stock set refresh_due_at = now() - interval '1 minute'`);
    await query(sql`select graphile_worker.add_job('refresh-due-stocks')`);
    const areAllRefreshed = async () => {
      const due = await database.fork().count(Stock, { refreshDueAt: { $lte: new Date() } });
      if (due === 0) return true;
      const [waiting] = await query(
        sql<{ jobs: number }>`select count(*)::int as jobs from graphile_worker._private_jobs`,
      );
      // The crontab would enqueue the next ones only after five minutes.
      if (waiting?.jobs === 0) await query(sql`select graphile_worker.add_job('refresh-due-stocks')`);
      return false;
    };
    await pollUntil('the refresh of all due stocks', areAllRefreshed, {
      timeoutMs: stocks * maxRefreshMs,
      intervalMs: 50,
    });
    const seconds = (performance.now() - startedAt) / 1000;
    // PostgreSQL reports its statistics once a second.
    await delay(1_500);
    const busy = ((await statementMs()) - msBefore) / 1000;
    const [after] = await query(sql<{ bars: number }>`select count(*)::int as bars from price_bar`);
    const bars = (after?.bars ?? 0) - (before?.bars ?? 0);
    const memory = /VmHWM:\s+(\d+) kB/.exec(await readFile(`/proc/${worker.pid}/status`, 'utf8'))?.[1];
    process.stdout.write(
      `${title}: ${seconds.toFixed(1)} s, ${(stocks / seconds).toFixed(1)} stocks/s, ` +
        `${Math.round(bars / seconds).toLocaleString('en-US')} new bars/s, ` +
        `${((100 * busy) / (seconds * concurrency)).toFixed(0)} % of the workers' time in PostgreSQL, ` +
        `peak memory of the process ${Math.round(Number(memory) / 1024)} MiB\n`,
    );
    return seconds;
  }

  await trackStocks();
  const worker = await startServer({
    env: {
      ROLE: 'worker',
      DATABASE_URL: postgres.url,
      MARKET_DATA: 'yahoo',
      YAHOO_URL: mockServer.url,
      YAHOO_CALL_SPACING_MS: '0',
      WORKER_CONCURRENCY: String(concurrency),
    },
    logFile: join(dataDir, 'worker.log'),
  });
  return {
    query,
    measure,
    async forgetLastWeek() {
      await query(sql`delete from price_bar where date > current_date - 7`);
      await query(sql`update stock set data_end_date = current_date - 7`);
    },
    async stop() {
      await worker.stop();
      await database.close();
      await mockServer.close();
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
