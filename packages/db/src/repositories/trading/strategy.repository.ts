import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { Strategy, StrategyState } from '../../entities/trading.ts';
import type { Page } from '../page.ts';
import * as backtestRepository from './backtest.repository.ts';

export async function add(
  tx: EntityManager,
  { userId, ...strategy }: Omit<Strategy, 'user'> & { userId: string },
): Promise<void> {
  await tx.insert(Strategy, { ...strategy, user: userId });
}

export interface StrategyUsage {
  count: number;
  /** Total size of all rules in PostgreSQL's text form, which writes out numbers with exponents. */
  ruleBytes: number;
  /** Size of the rules to add, in the same form. */
  newRuleBytes: number;
}

/**
 * A user's usage of the strategy quotas, and the size of the `rules` to add.
 * @param exceptId a strategy that does not count, because its rules are replaced
 */
export async function usageOfUser(
  em: EntityManager,
  userId: string,
  rules: Readonly<Record<string, unknown>>,
  exceptId: string | null = null,
): Promise<StrategyUsage> {
  const { rows } = await sql<StrategyUsage>`
    select
      count(*)::int as count, coalesce(sum(octet_length(rules::text)), 0)::float8 as "ruleBytes",
      octet_length(${JSON.stringify(rules)}::jsonb::text) as "newRuleBytes"
    from strategy where user_id = ${userId} and id is distinct from ${exceptId}::uuid
  `.execute(em.getKysely());
  const [usage] = rows;
  if (!usage) throw new Error('The aggregate returned no row');
  return usage;
}

/** A user's strategy; null if it belongs to another user. */
export function findOfUser(em: EntityManager, userId: string, id: string): Promise<Strategy | null> {
  return em.findOne(Strategy, { id, user: userId });
}

/** Like `findOfUser`; the strategy can be neither changed nor deleted until the transaction ends. */
export function lockOfUser(tx: EntityManager, userId: string, id: string): Promise<Strategy | null> {
  return tx.findOne(Strategy, { id, user: userId }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });
}

export async function change(
  tx: EntityManager,
  id: string,
  changes: Partial<Pick<Strategy, 'name' | 'description' | 'rules' | 'isActive' | 'updatedAt'>>,
): Promise<void> {
  await tx.nativeUpdate(Strategy, { id }, changes);
}

/** Arms a strategy: bars that exist are history for it. */
export async function arm(tx: EntityManager, id: string): Promise<void> {
  await tx.nativeDelete(StrategyState, { strategy: id });
}

/** The tasks of a strategy's runs, those that have ended included. */
export async function listTaskIds(em: EntityManager, id: string): Promise<string[]> {
  const { rows } = await sql<{ taskId: string }>`
    select task_id as "taskId" from backtest where strategy_id = ${id} and task_id is not null
    union all
    select task_id from sweep where strategy_id = ${id} and task_id is not null
  `.execute(em.getKysely());
  return rows.map(({ taskId }) => taskId);
}

/** Deletes a user's strategy with its runs and states; its signals stay. `tx` must have locked the strategy. */
export async function remove(tx: EntityManager, userId: string, id: string): Promise<void> {
  await backtestRepository.removeAll(tx, { userId, strategyId: id });
  await tx.nativeDelete(Strategy, { id, user: userId });
}

/** The number of a user's strategies of this name: it is not unique. */
export function countNamed(em: EntityManager, userId: string, name: string): Promise<number> {
  return em.count(Strategy, { user: userId, name });
}

/** A page of a user's strategies, newest first, and their total number. */
export function listOfUser(
  em: EntityManager,
  userId: string,
  { limit, offset }: Page,
): Promise<[Strategy[], number]> {
  return em.findAndCount(
    Strategy,
    { user: userId },
    {
      orderBy: { createdAt: 'desc', id: 'desc' },
      limit,
      offset,
    },
  );
}
