import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { Stock } from '../../entities/stocks.ts';
import type { Strategy } from '../../entities/trading.ts';
import { isSeenBy } from '../stocks/stock-owner.ts';

/** An active strategy that watches a stock, with its state; without one, it was armed since the last refresh. */
export interface ArmedStrategy extends Pick<Strategy, 'id' | 'name' | 'rules'> {
  readonly userId: string;
  readonly armedFrom: string | null;
  readonly evaluatedTo: string | null;
  readonly problem: string | null;
}

export interface NewStrategyState {
  readonly strategyId: string;
  readonly armedFrom: string;
  readonly evaluatedTo: string;
  readonly problem: string | null;
}

/**
 * The users who track a stock, with their active strategies. By `offset 0`, PostgreSQL reads those of each user by an
 * index: it takes the conditions on their JSON for rare, and would look for such strategies among those of all users.
 */
const strategiesOfTrackers = sql`user_stock link
    join stock on stock.id = link.stock_id
    cross join lateral (
      select * from strategy where strategy.user_id = link.user_id and strategy.is_active offset 0
    ) strategy`;

/** Whether a strategy can be run and has a stock in its scope. */
function isArmedOn(stockId: number) {
  return sql`link.stock_id = ${stockId} and strategy.rules ->> 'format' = 'stockbook/1' and case
      when jsonb_typeof(strategy.rules #> '{scope,symbols}') = 'array' then exists (
        select from jsonb_array_elements_text(strategy.rules #> '{scope,symbols}') as named(symbol)
        where upper(trim(named.symbol)) = stock.symbol and ${isSeenBy(sql`link.user_id`)}
      )
      when strategy.rules #> '{scope,list_id}' is not null then exists (
        select from stock_list_entry entry
        where entry.list_id::text = lower(strategy.rules #>> '{scope,list_id}')
          and entry.user_id = link.user_id and entry.stock_id = link.stock_id
      )
      when strategy.rules #> '{scope,favorites}' is not null then link.is_favorite
      else true
    end`;
}

export async function listArmed(em: EntityManager, stockId: number): Promise<ArmedStrategy[]> {
  const { rows } = await sql<ArmedStrategy>`
    select strategy.id, strategy.user_id as "userId", strategy.name, strategy.rules, state.armed_from as "armedFrom",
      state.evaluated_to as "evaluatedTo", state.problem
    from ${strategiesOfTrackers}
      left join strategy_state state on state.strategy_id = strategy.id and state.stock_id = ${stockId}
    where ${isArmedOn(stockId)}
    order by strategy.id
  `.execute(em.getKysely());
  return rows;
}

/** Like `listArmed`, with shared locks: no strategy can change until the transaction ends. */
export async function lockArmed(tx: EntityManager, stockId: number): Promise<ArmedStrategy[]> {
  await sql`
    with armed as materialized (select strategy.id from ${strategiesOfTrackers} where ${isArmedOn(stockId)})
    select from strategy where id in (select id from armed) order by id for share
  `.execute(tx.getKysely());
  return listArmed(tx, stockId);
}

/**
 * Stores how far strategies have been simulated on a stock, and deletes the states of strategies that no longer watch
 * it: when they do again, they are armed again.
 * @param ids the strategies that watch the stock
 */
export async function save(
  tx: EntityManager,
  { id: stockId, barsRevision }: Pick<Stock, 'id' | 'barsRevision'>,
  ids: readonly string[],
  states: readonly NewStrategyState[],
): Promise<void> {
  await sql`
    with removed as (
      delete from strategy_state where stock_id = ${stockId} and strategy_id <> all(${ids}::uuid[])
    )
    insert into strategy_state (strategy_id, stock_id, armed_from, evaluated_to, bars_revision, problem)
    select "strategyId", ${stockId}, "armedFrom", "evaluatedTo", ${barsRevision}, problem
    from jsonb_to_recordset(${JSON.stringify(states)}::jsonb) as state(
      "strategyId" uuid, "armedFrom" date, "evaluatedTo" date, problem text
    )
    on conflict (strategy_id, stock_id) do update set
      armed_from = excluded.armed_from, evaluated_to = excluded.evaluated_to,
      bars_revision = excluded.bars_revision, problem = excluded.problem
  `.execute(tx.getKysely());
}

/**
 * Why a strategy gave no signals on the stocks of its user's watch list, by symbol.
 * @param maximum problems to return
 */
export async function listProblems(
  em: EntityManager,
  strategyId: string,
  maximum: number,
): Promise<{ symbol: string; message: string }[]> {
  const { rows } = await sql<{ symbol: string; message: string }>`
    select stock.symbol, state.problem as message
    from strategy_state state
      join strategy on strategy.id = state.strategy_id
      join user_stock link on link.stock_id = state.stock_id and link.user_id = strategy.user_id
      join stock on stock.id = state.stock_id
    where state.strategy_id = ${strategyId} and state.problem is not null
    order by stock.symbol limit ${maximum}
  `.execute(em.getKysely());
  return rows;
}
