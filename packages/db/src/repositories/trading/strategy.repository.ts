import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { Strategy } from '../../entities/trading/strategy.entity.ts';
import type { Page } from '../watch-lists/user-stock.repository.ts';

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

/** A user's usage of the strategy quotas, and the size of the `rules` to add. */
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
  if (!usage) throw new Error('The aggregate returned no row');
  return usage;
}

/** Deletes a user's strategy. @returns whether it existed */
export async function remove(em: EntityManager, userId: string, id: string): Promise<boolean> {
  return (await em.nativeDelete(Strategy, { id, user: userId })) > 0;
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
