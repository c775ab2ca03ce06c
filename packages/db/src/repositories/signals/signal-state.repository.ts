import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { SignalRule } from '../../entities/signals.ts';
import type { Stock } from '../../entities/stocks.ts';
import { rulesOfTrackers, watchesLink } from './signal-rule.repository.ts';

/** An active rule that watches a stock, with its state; without one, the rule was armed since the last refresh. */
export interface ArmedRule
  extends Pick<SignalRule, 'id' | 'name' | 'condition' | 'scope' | 'trigger' | 'quietBars' | 'expiresOn'> {
  readonly userId: string;
  readonly armedFrom: string | null;
  readonly evaluatedTo: string | null;
  readonly lastSignalDate: string | null;
  readonly problem: string | null;
}

export interface SignalStateRow {
  ruleId: string;
  stockId: number;
  evaluatedTo: string;
  problem: string | null;
}

export interface NewSignalState extends Omit<SignalStateRow, 'stockId'> {
  readonly armedFrom: string;
  readonly lastSignalDate: string | null;
}

/** The active rules of a stock: its own ones, and those over lists that it is on. */
function isArmedOn(stockId: number) {
  return sql`rule.is_active and rule.id in (
    select id from signal_rule where stock_id = ${stockId}
    union all
    select rule.id from ${rulesOfTrackers} where link.stock_id = ${stockId} and ${watchesLink}
  )`;
}

export async function listArmed(em: EntityManager, stockId: number): Promise<ArmedRule[]> {
  const { rows } = await sql<ArmedRule>`
    select rule.id, rule.name, rule.user_id as "userId", rule.condition, rule.scope, rule.trigger, rule.quiet_bars as "quietBars",
      rule.expires_on as "expiresOn",
      state.armed_from as "armedFrom", state.evaluated_to as "evaluatedTo",
      state.last_signal_date as "lastSignalDate", state.problem
    from signal_rule rule left join signal_state state on state.rule_id = rule.id and state.stock_id = ${stockId}
    where ${isArmedOn(stockId)}
    order by rule.id
  `.execute(em.getKysely());
  return rows;
}

/**
 * Like `listArmed`, with locks: no rule can change until the transaction ends. Only rules that give one signal are
 * locked exclusively, because a signal deactivates them; all others may be evaluated on several stocks at once.
 */
export async function lockArmed(tx: EntityManager, stockId: number): Promise<ArmedRule[]> {
  await sql`
    with armed as (select id, trigger from signal_rule rule where ${isArmedOn(stockId)}),
    exclusive as (
      select from signal_rule where id in (select id from armed where trigger = 'once') order by id for no key update
    ),
    shared as (
      select from signal_rule where id in (select id from armed where trigger <> 'once') order by id for share
    )
    select (select count(*) from exclusive), (select count(*) from shared)
  `.execute(tx.getKysely());
  return listArmed(tx, stockId);
}

/**
 * Stores how far rules have been evaluated on a stock, and deletes the states of rules that no longer watch it: when
 * they do again, they are armed again.
 * @param ids the rules that watch the stock
 */
export async function save(
  tx: EntityManager,
  { id: stockId, barsRevision }: Pick<Stock, 'id' | 'barsRevision'>,
  ids: readonly string[],
  states: readonly NewSignalState[],
): Promise<void> {
  await sql`
    with removed as (
      delete from signal_state where stock_id = ${stockId} and rule_id <> all(${ids}::uuid[])
    )
    insert into signal_state (
      rule_id, stock_id, armed_from, evaluated_to, bars_revision, last_signal_date, problem
    )
    select "ruleId", ${stockId}, "armedFrom", "evaluatedTo", ${barsRevision}, "lastSignalDate", problem
    from jsonb_to_recordset(${JSON.stringify(states)}::jsonb) as state(
      "ruleId" uuid, "armedFrom" date, "evaluatedTo" date, "lastSignalDate" date, problem text
    )
    on conflict (rule_id, stock_id) do update set
      armed_from = excluded.armed_from, evaluated_to = excluded.evaluated_to,
      bars_revision = excluded.bars_revision, last_signal_date = excluded.last_signal_date,
      problem = excluded.problem
  `.execute(tx.getKysely());
}

/** The states of rules: those with a problem, and all on the given stocks. */
export async function list(
  em: EntityManager,
  ruleIds: readonly string[],
  stockIds: readonly number[],
): Promise<SignalStateRow[]> {
  const { rows } = await sql<SignalStateRow>`
    select rule_id as "ruleId", stock_id as "stockId", evaluated_to as "evaluatedTo", problem from signal_state
    where rule_id = any(${ruleIds}::uuid[]) and (problem is not null or stock_id = any(${stockIds}::int[]))
  `.execute(em.getKysely());
  return rows;
}
