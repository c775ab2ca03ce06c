import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase, priceBarRepository, startEmbeddedPostgres, stockRepository } from '@stockbook/db';
import { sql } from '@stockbook/db/testing';
import { Stock } from '@stockbook/db/testing/entities';
import { pollUntil, type ServerProcess, startServer } from '@stockbook/testing';
import { copyBars } from './copy-into.ts';
import { postmasterOf, processorMs, processorMsWithChildren } from './processor-time.ts';
import { startReplayedYahoo } from './replayed-yahoo.ts';

const concurrency = 4;

/** Histories that `measureCopy` stores. */
const copiedHistories = 40;

/** Limit of the mean time for one stock: more than ten times the expected one. */
const maxRefreshMs = 5_000;

/** The cost of a refresh of all stocks. */
export interface NightCost {
  readonly seconds: number;
  /** Processor time of the worker and of PostgreSQL, in milliseconds. */
  readonly workerMs: number;
  readonly postgresMs: number;
}

/** A worker process with a mock server of Yahoo, and stocks that it refreshes. */
export interface NightStack {
  /** Environment variables of another process of the same installation. */
  readonly env: Readonly<Record<string, string>>;
  readonly worker: ServerProcess;
  query<Row>(statement: ReturnType<typeof sql<Row>>): Promise<Row[]>;
  /** Lets the worker refresh all stocks and prints its speed. */
  measure(title: string): Promise<NightCost>;
  /** Prints the rate at which COPY alone stores whole histories, over one connection for each job of the worker. */
  measureCopy(): Promise<void>;
  /** Deletes the bars of the last week: the next refresh stores them again. */
  forgetLastWeek(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a worker process, and tracks `stocks` stocks that have no history yet. */
export async function startNight(stocks: number): Promise<NightStack> {
  const dataDir = await mkdtemp(join(tmpdir(), 'stockbook-night-'));
  const postgres = await startEmbeddedPostgres({ dataDir });
  const mockServer = await startReplayedYahoo();
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

  /** Milliseconds of processor time so far. */
  async function processorTimes() {
    return {
      worker: await processorMs(worker.pid),
      PostgreSQL: await processorMsWithChildren(postmaster),
      // This process: it takes part of the machine, as Yahoo's servers do not.
      'mock server': await processorMs(process.pid),
    };
  }

  async function measureCopy(): Promise<void> {
    const [source] = await query(sql<{ id: number }>`select id from stock order by bar_count desc limit 1`);
    const bars = await priceBarRepository.readColumns(database.fork(), source?.id ?? 0);
    const rows = await query(sql<{ id: number }>`
      insert into stock (symbol, name, is_active, refresh_due_at, created_at)
      select 'COPY' || number, 'Copy', false, now() + interval '1 day', now()
      from generate_series(1, ${copiedHistories}::int) number returning id`);
    const before = await processorMsWithChildren(postmaster);
    const startedAt = performance.now();
    const waiting = rows.values();
    const copyNext = async () => {
      for (const { id } of waiting) await copyBars(database, id, bars);
    };
    await Promise.all(Array.from({ length: concurrency }, copyNext));
    const seconds = (performance.now() - startedAt) / 1000;
    const ms = (await processorMsWithChildren(postmaster)) - before;
    process.stdout.write(
      `COPY alone: ${(copiedHistories / seconds).toFixed(1)} stocks/s, processor time for each: ` +
        `PostgreSQL ${(ms / copiedHistories).toFixed(1)} ms\n`,
    );
    await query(sql`delete from price_bar where stock_id = any(${rows.map(({ id }) => id)}::int[])`);
    await query(sql`delete from stock where id = any(${rows.map(({ id }) => id)}::int[])`);
  }

  /** Measures the time in which the worker refreshes all due stocks, from the first job to the last. */
  async function measure(title: string): Promise<NightCost> {
    const [before] = await query(sql<{ bars: number }>`select count(*)::int as bars from price_bar`);
    const timesBefore = Object.entries(await processorTimes());
    const startedAt = performance.now();
    await query(sql`update stock set refresh_due_at = now() - interval '1 minute'`);
    await query(sql`select graphile_worker.add_job('refresh-due-stocks')`);
    const areAllRefreshed = async () => {
      const due = await database.fork().count(Stock, { refreshDueAt: { $lte: new Date() } });
      if (due === 0) return true;
      const [waiting] = await query(
        sql<{ jobs: number }>`select count(*)::int as jobs from graphile_worker._private_jobs`,
      );
      // The schedule would enqueue the next ones only after five minutes.
      if (waiting?.jobs === 0) await query(sql`select graphile_worker.add_job('refresh-due-stocks')`);
      return false;
    };
    await pollUntil('the refresh of all due stocks', areAllRefreshed, {
      timeoutMs: stocks * maxRefreshMs,
      intervalMs: 50,
    });
    const seconds = (performance.now() - startedAt) / 1000;
    const times = new Map(Object.entries(await processorTimes()));
    const spent = new Map(timesBefore.map(([name, ms]) => [name, (times.get(name) ?? 0) - ms]));
    const perStock = [...spent].map(([name, ms]) => `${name} ${(ms / stocks).toFixed(1)} ms`);
    const [after] = await query(sql<{ bars: number }>`select count(*)::int as bars from price_bar`);
    const bars = (after?.bars ?? 0) - (before?.bars ?? 0);
    const memory = /VmHWM:\s+(\d+) kB/.exec(await readFile(`/proc/${worker.pid}/status`, 'utf8'))?.[1];
    process.stdout.write(
      `${title}: ${seconds.toFixed(1)} s, ${(stocks / seconds).toFixed(1)} stocks/s, ` +
        `${Math.round(bars / seconds).toLocaleString('en-US')} new bars/s, ` +
        `processor time for each: ${perStock.join(', ')}; ` +
        `peak memory of the process ${Math.round(Number(memory) / 1024)} MiB\n`,
    );
    return { seconds, workerMs: spent.get('worker') ?? 0, postgresMs: spent.get('PostgreSQL') ?? 0 };
  }

  const postmaster = await postmasterOf(database);
  await trackStocks();
  const env = {
    DATABASE_URL: postgres.url,
    MARKET_DATA: 'yahoo',
    YAHOO_URL: mockServer.url,
    YAHOO_CALL_SPACING_MS: '0',
    WORKER_CONCURRENCY: String(concurrency),
  };
  const worker = await startServer({
    env: { ...env, ROLE: 'worker' },
    logFile: join(dataDir, 'worker.log'),
  });
  return {
    env,
    worker,
    query,
    measure,
    measureCopy,
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
