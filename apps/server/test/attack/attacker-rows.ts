import { sql } from '@stockbook/db/testing';
import { stockCount, trackedCount } from './stocks.ts';
import type { World } from './world.ts';

/** Rows of an attacker: at the quotas, or so far below them that some can be added. */
const events = 10_000;
const signalsOfStock = 10_000 / stockCount;
const signalRules = 150;
const portfolios = 20;
const studySets = 20;
const channels = 10;
const deliveries = 2_000;
const tasks = 200;
/** Transactions of an attacker's portfolios: so far below the limits of one and of all that an import can be stored. */
const largestBook = 18_000;
const transactionsOfOthers = 500;
/** In one statement, within its time limit. */
const transactionsAtOnce = 3_000;
const lists = 40;
const journalEntries = 4_500;
/** Longer than the test takes: what was deleted can be restored for some minutes only. */
const restorable = '1 day';
/** All entries of an account export. */
const importLines = 25_500;

/** @param userId of an attacker */
function addPurchases(userId: string, portfolio: string, from: number, count: number) {
  return sql`insert into transaction (id, user_id, portfolio_id, type, date, ordinal, stock_id, quantity, price, currency,
      fees, note, created_at, updated_at)
    select gen_random_uuid(), p.user_id, p.id, 'BUY', current_date - number % 9000 - 1, number,
      stocks[1 + number % ${trackedCount}::int], 1.25, 10.5, 'USD', 1, repeat('x', 100), now(), now()
    from portfolio p, generate_series(${from + 1}::int, ${from + count}::int) number,
      (select array_agg(stock_id) as stocks from user_stock where user_id = ${userId}) tracked
    where p.user_id = ${userId} and p.name = ${portfolio}`;
}

/** @param id of an attacker: one statement for all would exceed the time limit of statements */
export async function addRows(query: World['query'], id: string, slowRule: string): Promise<void> {
  const operands = JSON.stringify(
    Array.from({ length: 12 }, (_, n) => ({ operand: `sma(${n})`, now: 1.5, before: 1.25 })),
  );
  const statements = [
    sql`insert into security_event (id, at, user_id, kind, address, client, details, is_notice)
      select gen_random_uuid(), now() - number * interval '1 minute', id, 'sign_in_failed', '127.0.0.1', repeat('x', 60), '{}',
        number <= 100
      from (select ${id}::uuid as id) attacker, generate_series(1, ${events}::int) number`,
    sql`insert into signal_rule
        (id, user_id, name, condition, scope, trigger, quiet_bars, is_active, created_at, updated_at)
      select gen_random_uuid(), id, repeat(chr(128640), 100), ${slowRule} || ' or close > ' || number, 'watch_list', 'every_bar', 0, true, now(), now()
      from (select ${id}::uuid as id) attacker, generate_series(1, ${signalRules}::int) number`,
    sql`insert into signal (id, user_id, kind, rule_id, stock_id, symbol, bar_date, close, currency, "values", sentence,
        data_source, created_at)
      select gen_random_uuid(), a.id, 'signal', r.id, s.id, s.symbol, current_date - page, 1, 'USD',
        ${operands}::jsonb,
        repeat('SMA (20) is above 1 and ', 20), 'simulated', now()
      from (select ${id}::uuid as id) a
      join lateral (select id from signal_rule where user_id = a.id limit 1) r on true, stock s,
        generate_series(1, ${signalsOfStock}::int) page
      where s.symbol like 'BENCH%'`,
    sql`insert into portfolio (id, user_id, name, description, currency, created_at, updated_at)
      select gen_random_uuid(), id, 'p' || number, repeat(chr(128640), 10000), 'USD', now(), now()
      from (select ${id}::uuid as id) attacker, generate_series(1, ${portfolios}::int) number`,
    sql`insert into portfolio_tag_group (id, portfolio_id, name, created_at)
      select gen_random_uuid(), id, 'g' || number, now() from portfolio, generate_series(1, 5) number
      where user_id = ${id}`,
    sql`insert into portfolio_tag (id, group_id, position, name, target_percent)
      select gen_random_uuid(), g.id, number, repeat(chr(128640), 90) || number, 3
      from portfolio_tag_group g join portfolio p on p.id = g.portfolio_id, generate_series(1, 30) number
      where p.user_id = ${id}`,
    sql`insert into portfolio_tag_share (tag_id, stock_id, percent)
      select t.id, s.stock_id, 3 from portfolio_tag t join portfolio_tag_group g on g.id = t.group_id
      join portfolio p on p.id = g.portfolio_id join user_stock s on s.user_id = p.user_id
      where p.user_id = ${id} and p.name = 'p1'`,
    sql`insert into portfolio_import (id, portfolio_id, file_name, mapping, counts, created_at)
      select gen_random_uuid(), id, 'transactions.csv', '{}',
        '{"rows": 0, "new": 0, "already_there": 0, "skipped": 0, "problems": 0}', now()
      from portfolio where user_id = ${id} and name = 'p1'`,
    ...Array.from({ length: largestBook / transactionsAtOnce }, (_, part) =>
      addPurchases(id, 'p1', part * transactionsAtOnce, transactionsAtOnce),
    ),
    ...Array.from({ length: portfolios - 1 }, (_, index) =>
      addPurchases(id, `p${index + 2}`, 0, transactionsOfOthers),
    ),
    sql`insert into stock_list (id, user_id, name, name_key, color, position, created_at, updated_at)
      select gen_random_uuid(), id, 'l' || number, 'l' || number, 'gray', number - 1, now(), now()
      from (select ${id}::uuid as id) attacker, generate_series(1, ${lists}::int) number`,
    sql`insert into stock_list_entry (list_id, user_id, stock_id, position)
      select l.id, l.user_id, s.stock_id, row_number() over (partition by l.id order by s.stock_id) - 1
      from stock_list l join user_stock s using (user_id) where l.user_id = ${id} on conflict do nothing`,
    sql`insert into journal_entry (id, user_id, symbol, day, text, kind, search, created_at, updated_at)
      select gen_random_uuid(), id, 'BENCH1', current_date - number, text, 'note', to_tsvector('simple', text), now(), now()
      from (select ${id}::uuid as id) attacker, generate_series(1, ${journalEntries}::int) number,
        lateral (select repeat('word' || number || ' a ', 80) as text) written`,
    sql`insert into deleted_item (id, user_id, kind, content, deleted_at)
      select id, user_id, 'list', jsonb_build_object('list', to_jsonb(list) || jsonb_build_object('id', id, 'name', id, 'name_key', id),
        'entries', (select jsonb_agg(to_jsonb(entry) || jsonb_build_object('list_id', list.id))
          from stock_list_entry entry where list_id = list.original),
        'rules', '[]'::jsonb, 'states', '[]'::jsonb, 'signals', '[]'::jsonb), now() + ${restorable}::interval
      from (select gen_random_uuid() as id, user_id, id as original, color, position, created_at, updated_at
        from stock_list where user_id = ${id}) list`,
    sql`insert into deleted_item (id, user_id, kind, content, deleted_at)
      select id, user_id, 'journal_entry', jsonb_build_object('entry', to_jsonb(entry) || jsonb_build_object('id', id)),
        now() + ${restorable}::interval
      from (select gen_random_uuid() as id, user_id, symbol, day, text, kind, search, created_at, updated_at
        from journal_entry where user_id = ${id} limit 100) entry`,
    sql`insert into study_set (id, user_id, name, studies, created_at, updated_at)
      select gen_random_uuid(), id, 's' || number,
        (select jsonb_agg(jsonb_build_object('indicatorFunction', 'SMA', 'indicatorName', repeat(chr(128640), 100),
          'parameters', jsonb_build_object('timeperiod', n), 'color', null)) from generate_series(1, 20) n), now(), now()
      from (select ${id}::uuid as id) attacker, generate_series(1, ${studySets}::int) number`,
    sql`insert into notification_channel
        (id, user_id, kind, name, target, is_active, confirmed_at, created_at, updated_at)
      select gen_random_uuid(), id, 'ntfy', 'c' || number, 'http://127.0.0.1:9/topic' || number, true, now(), now(), now()
      from (select ${id}::uuid as id) attacker, generate_series(1, ${channels}::int) number`,
    sql`insert into notification_delivery (id, user_id, channel_id, signal_ids, status, attempts, error, created_at)
      select gen_random_uuid(), a.id, c.id,
        (select jsonb_agg(id) from (select id from signal where user_id = a.id limit 20) latest), 'failed', 10,
        'The server answered 500', now() - number * interval '1 minute'
      from (select ${id}::uuid as id) a join lateral (select id from notification_channel where user_id = a.id limit 1) c on true,
        generate_series(1, ${deliveries}::int) number`,
    sql`insert into task (id, user_id, kind, subject, payload, status, message, created_at, finished_at)
      select gen_random_uuid(), id, kinds.kind, 's' || number, '{}', 'FAILURE', 'It failed', now(), now()
      from (select ${id}::uuid as id) attacker, generate_series(1, ${tasks / 5}::int) number,
        (values ('add-stock'), ('calculate-indicator'), ('run-backtest'), ('run-sweep'), ('import-transactions')) kinds(kind)`,
    sql`with imported as (
        insert into task (id, user_id, kind, subject, payload, status, message, created_at, finished_at)
        select gen_random_uuid(), id, 'import-stocks', 'import', '{}', 'SUCCESS', 'Done', now(), now() from (select ${id}::uuid as id) attacker
        returning id)
      insert into import_line (task_id, position, text, item, verdict, message, finished_at)
      select id, number, repeat('x', 60), '{"kind": "signal_rule"}', 'not_added', repeat('x', 60), now()
      from imported, generate_series(1, ${importLines}::int) number`,
  ];
  for (const statement of statements) await query(statement);
}
