import { sql } from '@stockbook/db/testing';
import { apiClient, type ServerProcess } from '@stockbook/testing';
import { fillStocks, fillUsers, symbolOf } from '../../bench/support/bench-data.ts';
import { calculatedIndicatorRows } from '../../bench/support/indicator-rows.ts';
import type { Attacker } from './attacker.ts';
import { addMoves, createUsualMoves, renewMoves } from './moves.ts';
import type { OtherUser } from './other-users.ts';
import { ownBars } from './own-bars.ts';
import type { World } from './world.ts';

export const password = 'a long and private sentence';

/** Attackers who act together. */
export const attackersTogether = 5;

/** Two groups: while one has used up its requests of a minute, the other one attacks. */
const attackerCount = 2 * attackersTogether;

/** The number of users over which the measurement is spread, so that it does not exceed their limits. */
const otherUserCount = 12;

/** Stored stocks, all with whole histories. Attackers track most of them: some can be added. */
const stockCount = 200;
const trackedCount = 190;
export const symbols = Array.from({ length: trackedCount }, (_, index) => symbolOf(index + 1));

/** Stocks that the simulated provider knows: only these can be refreshed. */
const listedSymbols = ['AAPL', 'MSFT', 'KO', 'JNJ', 'PG', 'IBM', 'MCD', 'DIS', 'WMT', 'XOM'];

/** Rows of an attacker: at the quotas, or so far below them that some can be added. */
const signIns = 60;
const events = 10_000;
const signalsOfStock = 10_000 / stockCount;
const signalRules = 150;
const strategiesOfKind = 20;
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
/** Own instruments that deletions name, and bars of each: the largest one has the maximum of bars. */
const deletedInstruments = 50;
const barsOfDeleted = 2_000;
/** Longer than the test takes: what was deleted can be restored for some minutes only. */
const restorable = '1 day';
/** All entries of an account export. */
const importLines = 25_500;

export interface StrategyTexts {
  readonly slow: { readonly entry: string; readonly exit: string };
  /** Buys and sells as often as possible. */
  readonly trading: { readonly entry: string; readonly exit: string };
}

/** Adds stocks, attackers at their quotas and other users. */
export async function fillAccounts(
  world: World,
  server: ServerProcess,
  { slow, trading }: StrategyTexts,
): Promise<void> {
  const { database, query } = world;
  const registration = { email: 'bench1@example.com', username: 'bench1', password };
  const { access_token: token } = await apiClient(server.url).call<{ access_token: string }>(
    'POST',
    '/auth/register',
    registration,
  );
  await fillStocks(database, stockCount);
  await fillUsers(database, attackerCount + otherUserCount);
  const first = apiClient(server.url, token);
  for (const symbol of listedSymbols) await first.runTask('/stocks', { symbol });
  await query(sql`create view attacker as
    select id, username from user_account where username ~ '^bench' and substr(username, 6)::int <= ${sql.lit(attackerCount)}`);
  await query(sql`insert into user_stock (user_id, stock_id, added_at, is_favorite, notes)
    select a.id, s.id, now() - s.id * interval '1 minute', true, repeat(chr(128640), 500)
    from attacker a, stock s where s.symbol = any(${[...symbols, ...listedSymbols]})
    on conflict (user_id, stock_id) do update set is_favorite = true, notes = excluded.notes`);
  await query(sql`insert into stock_dividend (stock_id, ex_date, amount)
    select id, '2020-01-02', 0.01 from stock where symbol like 'BENCH%'`);
  await query(sql`insert into stock_split (stock_id, ex_date, numerator, denominator)
    select id, '2020-01-02', 2, 1 from stock where symbol = ${symbols[0] ?? ''}`);
  await query(sql`insert into strategy (id, user_id, name, rules, is_active, created_at, updated_at)
    select gen_random_uuid(), a.id, kind.name, kind.rules::jsonb, false, now(), now()
    from attacker a, generate_series(1, ${strategiesOfKind}::int),
      (values ('slow', ${JSON.stringify(rulesOf(slow))}), ('trading', ${JSON.stringify(rulesOf(trading))})) kind(name, rules)`);
  await addRuns(first, query);
  await addIndicators({ database, query });
  for (const { id } of await query(sql<{ id: string }>`select id from attacker`))
    await addRows(query, id, slow.entry);
  await addSignIns(query);
  await addInstruments(world, server);
  await addMoves(world, await signInAttackers(world, server));
  await query(
    sql`analyze signal, security_event, import_line, user_stock, signal_rule, strategy, task, session, transaction,
      portfolio_tag_share, stock_list_entry, journal_entry`,
  );
}

const rulesOf = (rules: { entry: string; exit: string }) => ({
  format: 'stockbook/1',
  ...rules,
  max_bars: 500,
  scope: { symbols: symbols.slice(0, 100) },
});

/** The largest backtest and the largest sweep, calculated once and copied to the other attackers. */
async function addRuns(first: ReturnType<typeof apiClient>, query: World['query']): Promise<void> {
  const { strategies } = await first.call<{ strategies: { id: string; name: string }[] }>(
    'GET',
    '/strategies',
  );
  const id = strategies.find(({ name }) => name === 'trading')?.id;
  await first.runTask(`/strategies/${id}/backtests`, {}, { timeoutMs: 120_000 });
  const short = { settings: { since: new Date(Date.now() - 31 * 86_400_000).toISOString().slice(0, 10) } };
  const ranges = [{ numbers: ['max_bars'], from: 1, to: 500, step: 1 }];
  await first.runTask(`/strategies/${id}/sweeps`, { ...short, ranges }, { timeoutMs: 120_000 });
  await query(sql`create table copied as
    select gen_random_uuid() as id, a.id as user_id, b.id as backtest_id, w.id as sweep_id,
      (select id from strategy s where s.user_id = a.id and s.name = 'trading' limit 1) as strategy_id
    from attacker a, backtest b, sweep w where a.id <> b.user_id`);
  await query(sql`insert into backtest (id, user_id, strategy_id, rules, settings, summary, skipped, created_at, result_bytes)
    select c.id, c.user_id, c.strategy_id, rules, settings, summary, skipped, created_at, result_bytes
    from copied c join backtest b on b.id = c.backtest_id`);
  // One statement for all would exceed the time limit of statements.
  for (const { id } of await query(sql<{ id: string }>`select id from copied`)) {
    await query(sql`insert into backtest_result
      select ${id}, position, symbol, stock_id, bars_revision, start_date, end_date, statistics, dropped_orders, pending, warnings,
        trade_count, days, equity, buy_and_hold, trades
      from backtest_result where backtest_id = (select backtest_id from copied limit 1)`);
  }
  await query(sql`insert into sweep (id, user_id, strategy_id, rules, settings, ranges, out_of_sample_percent, split_date, rows, created_at)
    select c.id, c.user_id, c.strategy_id, rules, settings, ranges, out_of_sample_percent, split_date, rows, created_at
    from copied c join sweep w on w.id = c.sweep_id`);
}

/** The maximum of lines of a stock. */
async function addIndicators({ database, query }: Pick<World, 'database' | 'query'>): Promise<void> {
  await calculatedIndicatorRows({ database }, 1);
  for (const { id } of await query(sql<{ id: string }>`select id from attacker where username <> 'bench1'`)) {
    await query(sql`insert into calculated_indicator (id, user_id, stock_id, indicator_function, indicator_name, parameters,
        outputs, "values", data_start_date, data_end_date, calculated_at)
      select gen_random_uuid(), ${id}, stock_id, indicator_function, indicator_name, parameters, outputs, "values",
        data_start_date, data_end_date, calculated_at
      from calculated_indicator where user_id = (select id from user_account where username = 'bench1')`);
  }
}

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
async function addRows(query: World['query'], id: string, slowRule: string): Promise<void> {
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

async function addSignIns(query: World['query']): Promise<void> {
  await query(sql`create table usual_password as select password_hash from user_account limit 1`);
  await query(sql`create table usual_session as
    select gen_random_uuid() as id, u.id as user_id, rpad(username || '-' || number || '-', 43, '0') as token,
      a.id is not null as is_attacker, number
    from user_account u left join attacker a using (id, username), generate_series(1, ${signIns}::int) number`);
  await createUsualMoves(query);
}

/** A client for each attacker. */
async function signInAttackers({ query }: World, server: ServerProcess) {
  await renewAccounts({ query });
  const signedIn = await query(
    sql<{ token: string }>`select token from usual_session where is_attacker and number = 1`,
  );
  return signedIn.map(({ token }) => apiClient(server.url, token));
}

/** Gives each attacker an own instrument with the most bars, which requests change, and others for deletions. */
async function addInstruments(world: World, server: ServerProcess): Promise<void> {
  const { query, forgetAttempts } = world;
  const instrument = { name: 'Fund', currency: 'EUR', type: 'Other', track: false };
  for (const { call } of await signInAttackers(world, server)) {
    await call('POST', '/instruments', { ...instrument, symbol: '@OWN', bars: ownBars() });
    for (let number = 1; number <= deletedInstruments; number += 1) {
      await call('POST', '/instruments', { ...instrument, symbol: `@OTHER${number}` });
    }
    await forgetAttempts();
  }
  await query(sql`insert into price_bar
    select other.id, bar.date, bar.open, bar.high, bar.low, bar.close, bar.volume
    from stock other join stock largest on largest.owner_id = other.owner_id and largest.symbol = '@OWN'
    join lateral (select * from price_bar where stock_id = largest.id order by date limit ${barsOfDeleted}::int) bar on true
    where other.symbol like '@OTHER%'`);
}

/** Restores what requests have ended or changed: sign-ins, tokens, passwords and moves. */
export async function renewAccounts({ query }: Pick<World, 'query'>): Promise<void> {
  const statements = [
    sql`delete from usual_session where user_id not in (select id from user_account)`,
    sql`update user_account set password_hash = (select password_hash from usual_password), second_factor_at = null
      where id in (select user_id from usual_session) and password_hash <> (select password_hash from usual_password)`,
    sql`delete from second_factor`,
    sql`insert into session (id, user_id, expires_at, created_at, last_used_at)
      select id, user_id, now() + interval '1 day', now(), now() from usual_session on conflict do nothing`,
    sql`update session set confirmed_at = now(), rotates = false where id in (select id from usual_session)`,
    sql`insert into access_token (digest, user_id, session_id, expires_at)
      select encode(sha256(token::bytea), 'hex'), user_id, id, now() + interval '1 day' from usual_session
      on conflict do nothing`,
    sql`insert into refresh_token (digest, session_id)
      select encode(sha256(('r' || token)::bytea), 'hex'), id from usual_session on conflict do nothing`,
    sql`insert into personal_access_token (id, user_id, name, digest, created_at, expires_at)
      select id, user_id, 'token', encode(sha256(('sb_' || token)::bytea), 'hex'), now(), now() + interval '1 day'
      from usual_session where is_attacker on conflict do nothing`,
  ];
  for (const statement of statements) await query(statement);
  await renewMoves(query);
}

/** The values of `{{name}}` in an attacker's requests, by user: ids and others. */
async function readValues({ query }: World) {
  const rows = await query(sql<{ user_id: string; name: string; list: string[] }>`
    with book as (
      select user_id, portfolio_id as id, row_number() over (partition by user_id order by count(*) desc, portfolio_id) as size_rank
      from transaction where user_id in (select id from attacker) group by 1, 2
    )
    select user_id, name, array_agg(value order by value) as list from (
      select user_id, 'token' as name, token as value from usual_session where number > 1
      union all select user_id, 'refreshToken', 'r' || token from usual_session
      union all select user_id, 'apiToken', id::text from usual_session
      union all select user_id, 'signIn', id::text from usual_session where number > 1
      union all select id, 'email', email from user_account
      union all select id, 'username', username from user_account
      union all select a.id, 'event', e.id::text from attacker a, lateral (
        select id from security_event where user_id = a.id and is_notice limit 100) e
      union all select a.id, 'signal', s.id::text from attacker a, lateral (
        select id from signal where user_id = a.id limit 1000) s
      union all select user_id, 'signalRule', id::text from signal_rule
      union all select user_id, 'strategy', id::text from strategy
      union all select user_id, name || 'Strategy', id::text from strategy
      union all select user_id, 'backtest', id::text from backtest
      union all select user_id, 'sweep', id::text from sweep
      -- Not the largest two, which requests of other calls name: one of these deletes portfolios.
      union all select user_id, 'portfolio', id::text from book where size_rank > 2
      union all select user_id, 'largePortfolio', id::text from book where size_rank = 1
      union all select user_id, 'otherPortfolio', id::text from book where size_rank = 2
      union all select user_id, 'transaction', id::text from (
        select t.* from book, lateral (select * from transaction where portfolio_id = book.id limit 100) t
        where size_rank = 1) t
      union all select book.user_id, 'tagGroup', g.id::text from portfolio_tag_group g
        join book on book.id = g.portfolio_id where size_rank = 1
      union all select p.user_id, 'import', i.id::text from portfolio_import i join portfolio p on p.id = i.portfolio_id
      union all select owner_id, 'ownSymbol', symbol from stock where symbol like '@OTHER%'
      union all select user_id, 'move', id::text from portfolio_move
      union all select user_id, 'list', id::text from stock_list
      union all select user_id, 'journalEntry', id::text from (
        select e.* from attacker a, lateral (select * from journal_entry where user_id = a.id limit 100) e) e
      union all select user_id, 'deletedList', id::text from deleted_item where kind = 'list'
      union all select user_id, 'deletedEntry', id::text from deleted_item where kind = 'journal_entry'
      union all select user_id, 'studySet', id::text from study_set
      union all select user_id, 'channel', id::text from notification_channel
      union all select user_id, 'delivery', id::text from notification_delivery
      union all select user_id, 'task', id::text from task where kind not in ('import-stocks', 'import-transactions', 'read-move', 'store-move')
      union all select user_id, 'stockTask', id::text from task where kind = 'add-stock'
      union all select user_id, 'indicatorTask', id::text from task where kind = 'calculate-indicator'
      union all select user_id, 'runTask', id::text from task where kind in ('run-backtest', 'run-sweep')
      union all select user_id, 'transactionImportTask', id::text from task where kind = 'import-transactions'
      union all select user_id, 'importTask', id::text from task where kind = 'import-stocks'
      union all select user_id, 'indicator', id::text from calculated_indicator
    ) known(user_id, name, value) where user_id in (select id from attacker) group by 1, 2`);
  const values = new Map<string, Record<string, readonly string[]>>();
  for (const { user_id, name, list } of rows) values.set(user_id, { ...values.get(user_id), [name]: list });
  return values;
}

const otherSymbols = Array.from({ length: stockCount - trackedCount }, (_, index) =>
  symbolOf(trackedCount + index + 1),
);

/** The users, with sign-ins. */
export async function readAccounts(world: World) {
  // The ids of rows that earlier calls have ended are among the values.
  await renewAccounts(world);
  const users = await world.query(sql<{ id: string; number: number; token: string; stocks: string[] }>`
    select u.id, substr(username, 6)::int as number, token,
      array(select symbol from user_stock us join stock s on s.id = us.stock_id where us.user_id = u.id and symbol ~ '^BENCH') as stocks
    from user_account u join usual_session on user_id = u.id and usual_session.number = 1 order by 2`);
  const values = await readValues(world);
  const attackers = users.slice(0, attackerCount).map(({ id, number, token }): Attacker => {
    const own = values.get(id) ?? {};
    const indicators = own.indicator ?? [];
    return {
      address: `127.1.0.${number}`,
      token,
      values: {
        ...own,
        symbol: symbols,
        otherSymbol: otherSymbols,
        listedSymbol: listedSymbols,
        allIndicators: [indicators.join()],
        twentyIndicators: [encodeURIComponent(JSON.stringify(indicators.slice(0, 20)))],
      },
    };
  });
  const others = users.slice(attackerCount).map(({ number, token, stocks }): OtherUser => {
    return { address: `127.2.0.${number}`, token, symbols: stocks };
  });
  return { attackers, others };
}
