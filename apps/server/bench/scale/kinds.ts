import type { Database } from '@stockbook/db';
import { sql } from '@stockbook/db/testing';
import { averageSize, type UserSize } from '../support/scale-data.ts';
import { withoutTimeLimit } from '../support/without-time-limit.ts';

/** A kind of user; what has a quota is one below it, so that one more can be created and deleted again. */
export interface Kind {
  readonly name: 'small' | 'average' | 'at all quotas';
  readonly size: UserSize;
  readonly others: Others;
  /** Further accounts: each call of `deleteAccount` deletes one. Those with many rows take long to fill. */
  readonly spares: number;
}

/** Rows that average users of the database do not have. */
interface Others {
  readonly lists: number;
  readonly stocksOfList: number;
  readonly journalEntries: number;
  readonly instruments: number;
  readonly studySets: number;
  readonly tokens: number;
  readonly channels: number;
}

/** The stock, strategy and instrument that `complete` adds through the API count, too. */
export const kinds: readonly Kind[] = [
  {
    name: 'small',
    size: {
      stocks: 1,
      rules: 1,
      signals: 1,
      deliveries: 1,
      strategies: 1,
      tasks: 1,
      events: 1,
      portfolios: 2,
      transactions: 2,
    },
    others: {
      lists: 1,
      stocksOfList: 1,
      journalEntries: 1,
      instruments: 0,
      studySets: 1,
      tokens: 1,
      channels: 1,
    },
    spares: 21,
  },
  {
    name: 'average',
    size: { ...averageSize, portfolios: 2 },
    others: {
      lists: 3,
      stocksOfList: 7,
      journalEntries: 20,
      instruments: 1,
      studySets: 3,
      tokens: 2,
      channels: 1,
    },
    spares: 21,
  },
  {
    name: 'at all quotas',
    size: {
      stocks: 498,
      rules: 199,
      signals: 10_000,
      deliveries: 3_000,
      strategies: 98,
      tasks: 1_000,
      events: 2_000,
      portfolios: 49,
      transactions: 49_000,
    },
    others: {
      lists: 49,
      stocksOfList: 100,
      journalEntries: 4_999,
      instruments: 98,
      studySets: 49,
      tokens: 99,
      channels: 18,
    },
    spares: 4,
  },
];

/** Adds the rows that `fillScale` leaves out, one of each kind of task, and an action of each stock in `symbols`. */
export async function addOthers(
  database: Database,
  userId: string,
  { lists, stocksOfList, journalEntries, instruments, studySets, tokens, channels }: Others,
  symbols: readonly string[],
): Promise<void> {
  const statements = [
    sql`insert into stock_list (id, user_id, name, name_key, color, position, created_at, updated_at)
      select gen_random_uuid(), ${userId}, 'l' || number, 'l' || number, 'gray', number - 1, now(), now()
      from generate_series(1, ${lists}::int) number`,
    sql`insert into stock_list_entry (list_id, user_id, stock_id, position)
      select list.id, user_id, stock_id, row_number() over (partition by list.id order by stock_id) - 1
      from stock_list list, lateral (
        select stock_id from user_stock where user_id = ${userId} order by stock_id limit ${stocksOfList}::int
      ) link where list.user_id = ${userId}`,
    sql`insert into journal_entry (id, user_id, symbol, day, text, kind, search, created_at, updated_at)
      select gen_random_uuid(), ${userId}, ${symbols[0]}, current_date - number, text, 'note',
        to_tsvector('simple', text), now(), now()
      from generate_series(1, ${journalEntries}::int) number,
        lateral (select repeat('word' || number || ' a ', 20) as text) written`,
    sql`insert into stock (symbol, owner_id, name, currency, timezone, is_active, data_source, pricing,
        refresh_due_at, created_at)
      select '@OTHER' || number, ${userId}, 'Fund', 'USD', 'UTC', true, 'own', 'entered', now(), now()
      from generate_series(1, ${instruments}::int) number`,
    sql`insert into study_set (id, user_id, name, studies, created_at, updated_at)
      select gen_random_uuid(), ${userId}, 's' || number,
        '[{"indicatorFunction": "RSI", "indicatorName": "RSI", "parameters": {"timeperiod": 14}, "color": null}]',
        now(), now() from generate_series(1, ${studySets}::int) number`,
    sql`insert into personal_access_token (id, user_id, name, digest, created_at, expires_at)
      select gen_random_uuid(), ${userId}, 'token', gen_random_uuid(), now(), now() + interval '1 year'
      from generate_series(1, ${tokens}::int)`,
    sql`insert into notification_channel
        (id, user_id, kind, name, target, is_active, confirmed_at, created_at, updated_at)
      select gen_random_uuid(), ${userId}, 'ntfy', 'c' || number, 'http://127.0.0.1:9/t' || number, true, now(),
        now(), now() from generate_series(1, ${channels}::int) number`,
    sql`insert into task (id, user_id, kind, subject, payload, status, message, created_at, finished_at)
      select gen_random_uuid(), ${userId}, kind, 's', '{}', 'FAILURE', 'It failed', now(), now()
      from unnest(array['calculate-indicator', 'run-backtest', 'import-transactions', 'import-stocks']) kind`,
    sql`insert into stock_split (stock_id, ex_date, numerator, denominator)
      select id, '2020-01-02', 2, 1 from stock where symbol = any(${symbols}::text[]) on conflict do nothing`,
    sql`insert into stock_dividend (stock_id, ex_date, amount)
      select id, current_date - 30, 0.01 from stock where symbol = any(${symbols}::text[]) on conflict do nothing`,
  ];
  const kysely = database.fork().getKysely();
  // On a busy machine the largest ones exceed the time limit.
  await withoutTimeLimit(database, async (query) => {
    for (const statement of statements) {
      const { sql: text, parameters } = statement.compile(kysely);
      await query(text, parameters);
    }
  });
}
