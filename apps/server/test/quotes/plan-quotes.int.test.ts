import { fetchQuotes, planQuotes } from '@stockbook/api';
import { stockQuoteRepository } from '@stockbook/db';
import { sql } from '@stockbook/db/testing';
import { expect, it } from 'vitest';
import { useHarness } from '../support/harness.ts';

/** A Friday during the session of New York. */
const now = new Date('2026-11-20T15:00:30Z');
/** Without a worker, which would take the jobs. */
const harness = useHarness({ MARKET_DATA: 'simulated', ROLE: 'web' }, () => now);

const kysely = () => harness().services.database.fork().getKysely();

/** The times of the planned fetches, in milliseconds. */
async function plannedTimes(): Promise<number[]> {
  const { rows } = await sql<{ at: string }>`
    select run_at as at from graphile_worker.jobs where task_identifier = 'fetch-quotes' order by run_at
  `.execute(kysely());
  return rows.map(({ at }) => Date.parse(at));
}

async function plan(): Promise<number[]> {
  await planQuotes(harness().services);
  return plannedTimes();
}

it('plans no fetch while no wanted stock is due, and one for each mark of the minute in which one is', async () => {
  await sql`
    insert into stock (symbol, name, is_active, data_source, refresh_due_at, created_at)
    values ('AAPL', '', true, 'simulated', now() + interval '1 year', now())
  `.execute(kysely());
  await sql`
    insert into stock_quote (stock_id, wanted_until, due_at) select id, ${now}::timestamptz, ${now} from stock
  `.execute(kysely());
  expect(await plan()).toEqual([]);
  await sql`
    update stock_quote set wanted_until = ${now}::timestamptz + interval '2 minutes',
      due_at = ${now}::timestamptz + interval '61 seconds'
  `.execute(kysely());
  expect(await plan()).toEqual([]);

  await sql`update stock_quote set due_at = due_at - interval '1 second'`.execute(kysely());
  const times = await plan();
  const [first = 0] = times;
  expect(times).toEqual([0, 15, 30, 45].map((seconds) => first + seconds * 1000));
  expect(first).toBeGreaterThan(now.getTime());
  expect(times.at(-1)).toBeLessThanOrEqual(now.getTime() + 60_000);
  // The same marks again: a job of a second replaces the one before.
  expect(await plan()).toEqual(times);
});

it('ends a run after 40 s, and leaves the stocks to the next one', async () => {
  await sql`update stock_quote set due_at = ${now}::timestamptz`.execute(kysely());
  const isFetchedWithin = async (seconds: number) => {
    const times = [now, new Date(now.getTime() + seconds * 1000)];
    const clock = () => times.shift() ?? now;
    await fetchQuotes({ ...harness().services, clock }, new AbortController().signal);
    const { rows } = await sql`select from stock_quote where price is not null`.execute(kysely());
    return rows.length > 0;
  };
  expect([await isFetchedWithin(40), await isFetchedWithin(39)]).toEqual([false, true]);
});

it('plans the marks until the next minute after a fetch that a page requested', async () => {
  await sql`delete from graphile_worker._private_jobs`.execute(kysely());
  await sql`update stock_quote set due_at = ${now}::timestamptz`.execute(kysely());
  await fetchQuotes(harness().services, new AbortController().signal);
  const times = await plannedTimes();
  const [first = 0] = times;
  expect(first).toBeGreaterThan(now.getTime());
  expect(times).toEqual([first, first + 15_000]);
  expect(times.at(-1)).toBeLessThanOrEqual(now.getTime() + 30_000);
});

it('fetches newly wanted stocks at once, and leaves those that stay wanted to the next mark', async () => {
  const em = harness().services.database.fork();
  const { rows } = await sql<{ id: number }>`select stock_id as id from stock_quote`.execute(em.getKysely());
  const stockIds = rows.map(({ id }) => id);
  const at = (seconds: number) => new Date(now.getTime() + seconds * 1000);
  const times = { now, until: at(150), renewBefore: at(90), oldBefore: at(-900), atWeekend: [] };
  async function want(quote: { wantedUntil: Date | null; dueAt: Date; fetchedAt: Date }): Promise<number> {
    await sql`
      update stock_quote set wanted_until = ${quote.wantedUntil}, due_at = ${quote.dueAt},
        fetched_at = ${quote.fetchedAt}, claimed_until = ${at(20)}
    `.execute(em.getKysely());
    return stockQuoteRepository.want(em, stockIds, times);
  }
  // Its fetch is late, for example because the worker that claimed it was killed.
  expect(await want({ wantedUntil: at(80), dueAt: at(-25), fetchedAt: at(-40) })).toBe(0);
  expect(await want({ wantedUntil: at(-1), dueAt: at(-25), fetchedAt: at(-40) })).toBe(1);
  expect(await want({ wantedUntil: null, dueAt: at(3600), fetchedAt: at(-1000) })).toBe(1);
  expect(await want({ wantedUntil: null, dueAt: at(3600), fetchedAt: at(-40) })).toBe(0);
});
