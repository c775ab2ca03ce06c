import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { type Drawing, DrawingSet } from '../../entities/watch-lists.ts';

/** A user's drawings on the chart of a stock. */
export async function listOfUser(
  em: EntityManager,
  userId: string,
  stockId: number,
): Promise<readonly Drawing[]> {
  const set = await em.findOne(DrawingSet, { user: userId, stock: stockId }, { refresh: true });
  return set?.drawings ?? [];
}

/** Replaces all drawings of a user on the chart of a stock. */
export async function replace(
  tx: EntityManager,
  userId: string,
  stockId: number,
  drawings: readonly Drawing[],
  now: Date,
): Promise<void> {
  if (drawings.length === 0) {
    await tx.nativeDelete(DrawingSet, { user: userId, stock: stockId });
    return;
  }
  await sql`
    insert into drawing_set (user_id, stock_id, drawings, updated_at)
    values (${userId}, ${stockId}, ${JSON.stringify(drawings)}::jsonb, ${now})
    on conflict (user_id, stock_id) do update
      set drawings = excluded.drawings, updated_at = excluded.updated_at
  `.execute(tx.getKysely());
}

/** Adds drawings of a user on the chart of a stock, unless there are some. */
export async function restore(
  tx: EntityManager,
  userId: string,
  stockId: number,
  drawings: readonly Drawing[],
  now: Date,
): Promise<void> {
  if (drawings.length === 0) return;
  await sql`
    insert into drawing_set (user_id, stock_id, drawings, updated_at)
    values (${userId}, ${stockId}, ${JSON.stringify(drawings)}::jsonb, ${now})
    on conflict (user_id, stock_id) do nothing
  `.execute(tx.getKysely());
}

/** Changes the drawings of all users on the chart of a stock. */
export async function changeOfStock(
  tx: EntityManager,
  stockId: number,
  change: (drawing: Drawing) => Drawing,
): Promise<void> {
  const { rows } = await sql<{ userId: string; drawings: Drawing[] }>`
    select user_id as "userId", drawings from drawing_set
    where stock_id = ${stockId} order by user_id for no key update
  `.execute(tx.getKysely());
  if (rows.length === 0) return;
  await sql`
    update drawing_set set drawings = changed.drawings
    from unnest(
      ${rows.map(({ userId }) => userId)}::uuid[],
      ${rows.map(({ drawings }) => JSON.stringify(drawings.map(change)))}::jsonb[]
    ) changed (user_id, drawings)
    where drawing_set.stock_id = ${stockId} and drawing_set.user_id = changed.user_id
  `.execute(tx.getKysely());
}
