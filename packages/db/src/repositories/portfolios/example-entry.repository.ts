import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { isSeenBy } from '../stocks/stock-owner.ts';

/** Notes the entries of a user's watch list that an example portfolio has made. */
export async function add(
  tx: EntityManager,
  portfolioId: string,
  userId: string,
  stockIds: readonly number[],
): Promise<void> {
  await sql`
    insert into example_entry (portfolio_id, user_id, stock_id)
    select ${portfolioId}::uuid, ${userId}::uuid, id from unnest(${stockIds}::int[]) as id
  `.execute(tx.getKysely());
}

const isAbout = (table: string) => sql`exists (
  select from ${sql.table(table)} own where own.user_id = entry.user_id and own.stock_id = entry.stock_id
)`;

/**
 * The stocks whose entries a portfolio of a user made as an example, without those that the user has put something on
 * since: it would be lost with the entry.
 */
export async function listUnused(tx: EntityManager, userId: string, portfolioId: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select entry.stock_id as id
    from example_entry entry
      join user_stock link on link.user_id = entry.user_id and link.stock_id = entry.stock_id
      join stock on stock.id = entry.stock_id
    where entry.portfolio_id = ${portfolioId} and entry.user_id = ${userId}
      and not (link.is_favorite or link.notify_on_signals or link.notes is not null)
      and not (${sql.join(['stock_list_entry', 'calculated_indicator', 'drawing_set', 'signal_rule'].map(isAbout), sql` or `)})
      and not exists (
        select from journal_entry own
        where own.user_id = entry.user_id and own.symbol = stock.symbol and ${isSeenBy(sql`own.user_id`)}
      )
      and not exists (
        select from transaction own
        where own.user_id = entry.user_id and own.stock_id = entry.stock_id and own.portfolio_id <> entry.portfolio_id
      )
    order by entry.stock_id
  `.execute(tx.getKysely());
  return rows.map(({ id }) => id);
}
