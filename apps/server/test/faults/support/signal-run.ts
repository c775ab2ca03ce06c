import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openDatabase } from '@stockbook/db';
import { sql, type TestQuery } from '@stockbook/db/testing';
import { pollUntil, seededRandom, startServer } from '@stockbook/testing';
import { type OutboxReport, startOutbox } from './outbox-run.ts';

export interface SignalRunOptions {
  readonly databaseUrl: string;
  readonly stocks: number;
  readonly rulesPerStock: number;
  readonly kills: number;
  readonly seed: number;
  /** The longest time between the start of a worker and its end by SIGKILL. */
  readonly maxRunMs: number;
  readonly log?: (line: string) => void;
}

interface RuleOfRun {
  readonly id: string;
  readonly symbol: string;
  readonly threshold: number;
  readonly everyBar: boolean;
}

/** The signals of a run: those that the rules should have given, those in the inbox, and their deliveries. */
export interface SignalRun {
  readonly kills: number;
  readonly nights: number;
  /** `rule date`, sorted. */
  readonly expected: readonly string[];
  readonly given: readonly string[];
  readonly outbox: OutboxReport;
}

const firstBars = 20;
const dayOf = (index: number) => new Date(Date.UTC(2024, 0, 1 + index)).toISOString().slice(0, 10);

/** Kills workers by SIGKILL in nights in which they refresh all stocks, until a night has ended after the last kill. */
export async function runSignalNights(options: SignalRunOptions): Promise<SignalRun> {
  const { databaseUrl, stocks, kills, seed, maxRunMs, log = () => {} } = options;
  const random = seededRandom(seed);
  const dir = await mkdtemp(join(tmpdir(), 'stockbook-signals-'));
  const database = openDatabase({ url: databaseUrl, poolSize: 2, warn: log });
  const run = <Row>(query: TestQuery<Row>) => query.execute(database.fork().getKysely());
  const closes = new Map<string, number[]>();
  const addBars = async (count: number) => {
    for (let number = 1; number <= stocks; number += 1) {
      const symbol = `NIGHT${number}`;
      const prices = closes.get(symbol) ?? [];
      for (let bar = 0; bar < count; bar += 1) prices.push(90 + random.below(21));
      closes.set(symbol, prices);
      const lines = prices.map((close, day) => `${dayOf(day)},${close},${close},${close},${close},100`);
      await writeFile(join(dir, `${symbol}.csv`), ['date,open,high,low,close,volume', ...lines].join('\n'));
    }
  };
  const startWorker = () =>
    startServer({
      env: {
        ROLE: 'worker',
        DATABASE_URL: databaseUrl,
        MARKET_DATA: 'csv',
        MARKET_DATA_CSV_DIR: dir,
        WORKER_CONCURRENCY: '4',
        ...outbox.env,
      },
    });
  await addStocks(run, stocks);
  const outbox = await startOutbox(database, random);
  let worker = await startWorker();
  try {
    await addBars(firstBars);
    await refreshAll(run, dayOf(firstBars - 1));
    const rules = await addRules(run, options, [...closes.keys()], random);
    let killed = 0;
    let nights = 0;
    while (killed < kills) {
      nights += 1;
      const isLast = () => killed === kills;
      await addBars(1 + random.below(3));
      const lastDate = dayOf((closes.get('NIGHT1')?.length ?? 0) - 1);
      let hasEnded = false;
      const night = refreshAll(run, lastDate).finally(() => {
        hasEnded = true;
      });
      // `await night` below reports the error.
      night.catch(() => {});
      while (!hasEnded && !isLast()) {
        await delay(random.next() * maxRunMs);
        if (hasEnded) break;
        if (random.below(3) === 0) await outbox.passTime();
        await worker.kill();
        killed += 1;
        worker = await startWorker();
      }
      await night;
      log(`night ${nights}: ${killed} workers killed`);
    }
    await outbox.drain();
    const { rows } = await run(
      sql<{
        entry: string;
      }>`select concat(rule_id, ' ', bar_date) as entry from signal where kind = 'signal'`,
    );
    return {
      kills: killed,
      nights,
      expected: rules.flatMap((rule) => expectedOf(rule, closes.get(rule.symbol) ?? [])).sort(),
      given: rows.map(({ entry }) => entry).sort(),
      outbox: await outbox.report(),
    };
  } finally {
    await worker.kill();
    outbox.close();
    await database.close();
    await rm(dir, { recursive: true });
  }
}

type Run = <Row>(query: TestQuery<Row>) => Promise<{ readonly rows: Row[] }>;

async function addStocks(run: Run, stocks: number): Promise<void> {
  await run(sql`
    insert into user_account (id, email, email_key, username, username_key, password_hash, created_at)
    values (gen_random_uuid(), 'night', 'night', 'night', 'night', '', now())`);
  await run(sql`
    insert into stock (symbol, name, is_active, type, created_at)
    select 'NIGHT' || number, 'Night', true, 'equity', now() from generate_series(1, ${stocks}::int) number`);
  await run(sql`
    insert into user_stock (user_id, stock_id, added_at, notify_on_signals)
    select u.id, s.id, now(), s.id % 2 = 0 from user_account u, stock s`);
}

/** Half of the rules fire on every bar above their threshold, the others on the first one. */
async function addRules(
  run: Run,
  { rulesPerStock }: SignalRunOptions,
  symbols: readonly string[],
  random: ReturnType<typeof seededRandom>,
): Promise<RuleOfRun[]> {
  const rules = symbols.flatMap((symbol) =>
    Array.from({ length: rulesPerStock }, (_, index) => ({
      id: randomUUID(),
      symbol,
      // Equal rules are rejected: each has a threshold of its own.
      threshold: 90 + index + Number((random.next() / 2).toFixed(3)),
      everyBar: index % 2 === 0,
    })),
  );
  await run(sql`
    insert into signal_rule (
      id, user_id, condition, scope, stock_id, trigger, quiet_bars, is_active, created_at, updated_at
    )
    select rule.id, u.id, 'close > ' || threshold, 'stock', s.id,
      case when "everyBar" then 'every_bar' else 'becomes_true' end, 0, true, now(), now()
    from jsonb_to_recordset(${JSON.stringify(rules)}::jsonb)
      as rule(id uuid, symbol text, threshold numeric, "everyBar" boolean)
    join stock s using (symbol) cross join user_account u`);
  return rules;
}

/** Lets the worker refresh all stocks, and waits until their last bar is that of `lastDate`. */
async function refreshAll(run: Run, lastDate: string): Promise<void> {
  await run(sql`update stock set refresh_due_at = now() - interval '1 minute'`);
  const isDone = async () => {
    const { rows } = await run(
      sql<{ left: number }>`
        select count(*)::int as left from stock where data_end_date is distinct from ${lastDate}::date`,
    );
    if (rows[0]?.left === 0) return true;
    // The schedule would enqueue the stocks of killed workers only after five minutes. Deliveries may wait for longer.
    await run(sql`
      select graphile_worker.add_job('refresh-due-stocks')
      where not exists (
        select from graphile_worker._private_jobs where locked_at is null and run_at <= now()
      )`);
    return false;
  };
  await pollUntil(`the bars of ${lastDate}`, isDone, { timeoutMs: 600_000, intervalMs: 50 });
}

/** The bars on which a rule fires, by a plain loop. */
function expectedOf({ id, threshold, everyBar }: RuleOfRun, closes: readonly number[]): string[] {
  return closes.flatMap((close, bar) => {
    const isTrue = close > threshold;
    const wasTrue = (closes[bar - 1] ?? 0) > threshold;
    return bar >= firstBars && isTrue && (everyBar || !wasTrue) ? [`${id} ${dayOf(bar)}`] : [];
  });
}
