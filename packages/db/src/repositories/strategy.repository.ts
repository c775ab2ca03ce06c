import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { Strategy } from '../entities/strategy.entity.ts';
import type { Page } from './user-stock.repository.ts';

export interface StrategyUsage {
  count: number;
  /** Of the rules of all strategies, as PostgreSQL writes them: an exponent in a number can multiply its length. */
  ruleBytes: number;
  /** Of the rules that are to be added. */
  newRuleBytes: number;
}

/** What a user's strategies count against the quotas, together with `rules` that are to be added. */
export async function usageOfUser(
  em: EntityManager,
  userId: string,
  rules: Readonly<Record<string, unknown>>,
): Promise<StrategyUsage> {
  const { rows } = await sql<StrategyUsage>`
    select
      count(*)::int as count, coalesce(sum(octet_length(rules::text)), 0)::float8 as "ruleBytes",
      octet_length(${JSON.stringify(rules)}::jsonb::text) as "newRuleBytes"
    from strategy where user_id = ${userId}
  `.execute(em.getKysely());
  const [usage] = rows;
  if (!usage) throw new Error('PostgreSQL answered an aggregate without a row');
  return usage;
}

/** Deletes a strategy of a user. @returns whether there was one */
export async function remove(em: EntityManager, userId: string, id: string): Promise<boolean> {
  return (await em.nativeDelete(Strategy, { id, user: userId })) > 0;
}

/** A user's strategies, newest first, and how many there are in all. */
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
      ...(limit === undefined ? {} : { limit }),
      ...(offset === undefined ? {} : { offset }),
    },
  );
}
