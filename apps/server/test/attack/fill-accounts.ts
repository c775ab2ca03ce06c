import { sql } from '@stockbook/db/testing';
import { apiClient, type ServerProcess } from '@stockbook/testing';
import { fillStocks, fillUsers } from '../../bench/support/bench-data.ts';
import { calculatedIndicatorRows } from '../../bench/support/indicator-rows.ts';
import { attackerCount, password, renewAccounts } from './accounts.ts';
import { addRows } from './attacker-rows.ts';
import { addMoves, createUsualMoves } from './moves.ts';
import { ownBars } from './own-bars.ts';
import { listedSymbols, stockCount, symbols } from './stocks.ts';
import type { World } from './world.ts';

/** The number of users over which the measurement is spread, so that it does not exceed their limits. */
const otherUserCount = 12;

/** The sessions of a user. */
const signIns = 60;
/** The strategies of an attacker with either kind of rules. */
const strategiesOfKind = 20;
/** Own instruments that deletions name, and bars of each: the largest one has the maximum of bars. */
const deletedInstruments = 50;
const barsOfDeleted = 2_000;

interface StrategyTexts {
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
