import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';

/** The tables that grow with time. docs/limits.md names how long each keeps its rows. */
export const growingTables = [
  'access_token',
  'attempt_count',
  'backtest',
  'backtest_result',
  'deleted_item',
  'idempotency_key',
  'import_line',
  'import_mapping',
  'move_content',
  'notification_delivery',
  'packed_closes',
  'passkey_challenge',
  'pending_import',
  'portfolio_import',
  'portfolio_move',
  'price_bar',
  'provider_session',
  'refresh_token',
  'security_event',
  'session',
  'sign_in_code',
  'signal',
  'stock',
  'stock_dividend',
  'stock_quote',
  'stock_split',
  'sweep',
  'task',
  'used_secret',
] as const;

interface TableSize {
  readonly name: string;
  /** As of the last analysis; null if there was none. */
  readonly rows: number | null;
  /** With its indexes. */
  readonly bytes: number;
}

/** The sizes of the tables that grow with time, without reading them. */
export async function list(em: EntityManager): Promise<TableSize[]> {
  const { rows } = await sql<TableSize>`
    select relname as name, nullif(reltuples, -1)::float8 as rows, pg_total_relation_size(oid)::float8 as bytes
    from pg_class
    where relnamespace = current_schema()::regnamespace and relname = any(${[...growingTables]}::text[])
    order by relname
  `.execute(em.getKysely());
  return rows;
}
