import { barSummaryRepository, type Database, packedClosesRepository } from '@stockbook/db';
import { sql } from '@stockbook/db/testing';
import { Stock } from '@stockbook/db/testing/entities';
import { copyInto } from './copy-into.ts';

/** 36 years of weekdays. */
const barsPerStock = 9_390;

const dayMs = 24 * 60 * 60 * 1000;

/** The number of different histories; a stock's number modulo this selects one. */
const walkCount = 16;

export const symbolOf = (number: number) => `BENCH${number}`;

/** The last `count` weekdays before today, oldest first. */
function weekdays(count: number): string[] {
  const days: string[] = [];
  for (let at = Date.now() - dayMs; days.length < count; at -= dayMs) {
    const day = new Date(at);
    if (day.getUTCDay() % 6 !== 0) days.push(day.toISOString().slice(0, 10));
  }
  return days.reverse();
}

/** A random walk of prices in cents, as lines in COPY's text format without the stock's id. */
function randomWalk(dates: readonly string[], seed: number): string[] {
  let state = seed * 7_919 + 17;
  const random = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
  let price = 20 + seed;
  return dates.map((date) => {
    const open = price;
    price = Math.max(1, price * (1 + (random() - 0.495) * 0.04));
    const high = Math.max(open, price) * (1 + random() * 0.01);
    const low = Math.min(open, price) * (1 - random() * 0.01);
    const cents = [open, high, low, price].map((value) => value.toFixed(2));
    return [date, ...cents, Math.round(1e6 + random() * 1e8)].join('\t');
  });
}

/** Adds stocks with whole histories by COPY until there are `stocks`. @returns the number of stored bars */
export async function fillStocks(database: Database, stocks: number): Promise<number> {
  const { rows } = await sql<{ id: number; number: number }>`
    insert into stock
      (symbol, name, currency, timezone, is_active, data_source, last_fetched_at, refresh_due_at, created_at)
    select 'BENCH' || number, 'Bench ' || number || ' Inc.', 'USD', 'UTC', true, 'simulated', now(),
      now() + interval '1 year', now()
    from generate_series((select count(*) from stock) + 1, ${stocks}::int) number
    returning id, substr(symbol, 6)::int as number
  `.execute(database.fork().getKysely());
  const dates = weekdays(barsPerStock);
  const histories = Array.from({ length: walkCount }, (_, seed) => randomWalk(dates, seed + 1));
  for (const { id, number } of rows) {
    const lines = histories[number % walkCount] ?? [];
    await copyInto(database, 'price_bar', [lines.map((line) => `${id}\t${line}\n`).join('')]);
    const summary = await barSummaryRepository.summarize(database.fork(), id);
    await packedClosesRepository.repack(database.fork(), id, null);
    await database.fork().nativeUpdate(Stock, { id }, summary);
  }
  await sql`analyze`.execute(database.fork().getKysely());
  return stocks * barsPerStock;
}

/**
 * Adds users with the first user's password, and gives each a watch list of 50 of the first 200 stocks, and a list of
 * all of them.
 */
export async function fillUsers(database: Database, users: number): Promise<void> {
  const kysely = database.fork().getKysely();
  await sql`
    insert into user_account (id, email, email_key, username, username_key, password_hash, created_at)
    select gen_random_uuid(), name || '@example.com', name || '@example.com', name, name, password_hash, now()
    from user_account, generate_series(2, ${users}::int) number, concat('bench', number) name
  `.execute(kysely);
  await sql`
    insert into user_stock (user_id, stock_id, added_at, notes)
    select u.id, s.id, now() - s.id * interval '1 minute', 'Looked at in spring'
    from user_account u, stock s, generate_series(0, 49) entry
    where substr(s.symbol, 6)::int = (substr(u.username, 6)::int * 4 - 4 + entry) % 200 + 1
  `.execute(kysely);
  await sql`
    insert into stock_list (id, user_id, name, name_key, color, position, created_at, updated_at)
    select gen_random_uuid(), id, 'All', 'all', 'gray', 0, now(), now() from user_account
  `.execute(kysely);
  await sql`
    insert into stock_list_entry (list_id, user_id, stock_id, position)
    select list.id, link.user_id, link.stock_id, row_number() over (partition by list.id order by link.stock_id) - 1
    from stock_list list join user_stock link on link.user_id = list.user_id
  `.execute(kysely);
}
