import type { Database } from '@stockbook/db';
import { openDatabase } from '@stockbook/db';
import { sql } from '@stockbook/db/testing';
import { inject } from 'vitest';

/** Their rows do not grow with users or time. */
const boundedTables = new Set([
  'provider_state',
  'backup_state',
  'worker_heartbeat',
  'migrations',
  // Prices of the stocks that someone looks at; the limit is QUOTE_SYMBOLS_MAX.
  'stock_quote',
  // Unfinished jobs.
  '_private_jobs',
  '_private_job_queues',
  // Unfinished imports.
  'pending_import',
]);

/** Partial indexes of few rows: reading one as a whole costs no more than their condition lets in. */
const smallIndexes = new Set([
  // Unfinished tasks.
  'task_active_once',
  // Deliveries that wait for an attempt.
  'notification_delivery_pending_index',
  // Rules that expire.
  'signal_rule_expires_on_index',
  // Levels that are checked during the session: half of QUOTE_SYMBOLS_MAX stocks.
  'signal_rule_session_index',
  // Own instruments that follow another one.
  'stock_linked_index',
]);

/** Graphile Worker's own statements; those of the program name its tables without quotes. */
const queueOfGraphileWorker = '"graphile_worker".';

/** A node of a plan, as PostgreSQL writes it. */
interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Plans?: readonly PlanNode[];
}

/** A part of a plan whose cost grows with a table. */
export interface GrowingRead {
  /** Null for a parallel plan. */
  readonly table: string | null;
  readonly kind: 'sequential scan' | 'whole index' | 'range of an index' | 'parallel plan';
  readonly statement: string;
}

/**
 * With few rows, PostgreSQL scans tables that it would not scan with many. Without these methods, a scan in a plan
 * means that no index serves the statement; a join reads one row after the other if it has an index for it.
 */
const withoutMethodsOfSmallTables = ['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin'];

/** With these, PostgreSQL would run statements on small tables in parallel, as it does on large ones. */
const parallelPlans = ['min_parallel_table_scan_size', 'min_parallel_index_scan_size', 'parallel_setup_cost'];

/**
 * Makes new connections to the database send the plan of every statement as a notice, also of statements of functions
 * and foreign keys.
 */
export async function recordPlans(database: Database, databaseUrl: string): Promise<() => GrowingRead[]> {
  const name = new URL(databaseUrl).pathname.slice(1);
  const superuser = openDatabase({ url: inject('superuserUrl'), poolSize: 1, warn: () => {} });
  const settings = {
    session_preload_libraries: 'auto_explain',
    'auto_explain.log_min_duration': '0',
    'auto_explain.log_nested_statements': 'on',
    'auto_explain.log_format': 'json',
    'auto_explain.log_level': 'notice',
    'auto_explain.log_parameter_max_length': '0',
    ...Object.fromEntries(withoutMethodsOfSmallTables.map((setting) => [setting, 'off'])),
    ...Object.fromEntries(parallelPlans.map((setting) => [setting, '0'])),
  };
  for (const [setting, value] of Object.entries(settings)) {
    await sql`alter database ${sql.id(name)} set ${sql.raw(setting)} = ${sql.lit(value)}`.execute(
      superuser.fork().getKysely(),
    );
  }
  await superuser.close();
  await enlarge(database);
  const reads = new Map<string, GrowingRead>();
  const pool = await database.pool();
  pool.on('connect', (client) => {
    client.on('notice', ({ message = '' }) => {
      const [, json] = /^duration: [\d.]+ ms {2}plan:\n([\s\S]+)$/.exec(message) ?? [];
      if (json === undefined) return;
      const { 'Query Text': text, Plan: plan }: { 'Query Text': string; Plan: PlanNode } = JSON.parse(json);
      const statement = text
        .replaceAll(/'[^']*'|\$\d+/g, '?')
        .replaceAll(/\?(?:, \?)+/g, '?')
        .replaceAll(/\b\d+\b/g, '?')
        .replaceAll(/\s+/g, ' ')
        .trim();
      for (const read of growingReads(plan, statement)) reads.set(JSON.stringify(read), read);
    });
  });
  return () => [...reads.values()];
}

/** How many times more rows PostgreSQL is made to expect than a table has. */
const enlargement = 1_000;

/** Sets the statistics as for a large database. Autovacuum would undo it. */
async function enlarge(database: Database): Promise<void> {
  const kysely = database.fork().getKysely();
  const { rows } = await sql<{ name: string; isFilled: boolean }>`
    select relname as name, reltuples > 0 as "isFilled" from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace
  `.execute(kysely);
  for (const { name, isFilled } of rows) {
    await sql`alter table ${sql.id(name)} set (autovacuum_enabled = off)`.execute(kysely);
    // Of a table without statistics, PostgreSQL expects ten pages even if it is empty.
    if (!isFilled) continue;
    await sql`
      select pg_restore_relation_stats('schemaname', 'public', 'relname', relname::text,
        'relpages', relpages, 'reltuples', (reltuples * ${enlargement}::int)::real)
      from pg_class where relname = ${name} and relnamespace = 'public'::regnamespace
    `.execute(kysely);
  }
}

function growingReads(node: PlanNode, statement: string, parentTable?: string): GrowingRead[] {
  const {
    'Node Type': type,
    'Relation Name': table = parentTable,
    'Index Cond': condition,
    Plans = [],
  } = node;
  const below = Plans.flatMap((child) => growingReads(child, statement, table));
  if (type.startsWith('Gather')) return [{ table: null, kind: 'parallel plan', statement }, ...below];
  if (table === undefined || boundedTables.has(table) || statement.includes(queueOfGraphileWorker))
    return below;
  if (smallIndexes.has(node['Index Name'] ?? '')) return below;
  if (type === 'Seq Scan') return [{ table, kind: 'sequential scan', statement }, ...below];
  if (!type.startsWith('Index') && type !== 'Bitmap Index Scan') return below;
  if (condition === undefined) return [{ table, kind: 'whole index', statement }, ...below];
  const hasEquality = / = /.test(condition);
  return hasEquality ? below : [{ table, kind: 'range of an index', statement }, ...below];
}
