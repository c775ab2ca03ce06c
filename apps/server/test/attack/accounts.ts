import { sql } from '@stockbook/db/testing';
import type { Attacker } from './attacker.ts';
import { renewMoves } from './moves.ts';
import type { OtherUser } from './other-users.ts';
import { listedSymbols, otherSymbols, symbols } from './stocks.ts';
import type { World } from './world.ts';

export const password = 'a long and private sentence';

/** Attackers who act together. */
export const attackersTogether = 5;

/** Two groups: while one has used up its requests of a minute, the other one attacks. */
export const attackerCount = 2 * attackersTogether;

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
