import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '@stockbook/db';
import { sql } from '@stockbook/db/testing';
import { type Account, symbolsOf } from './account.ts';
import { listCalls } from './calls.ts';
import { byOperation } from './compare-calls.ts';
import type { Report } from './report.ts';
import { callOnce, type Side } from './steps.ts';

/** Calls that change rows and delete others, as users do all day. */
const writes = [
  'updateStock',
  'markSignalsRead',
  'addStock',
  'createJournalEntry',
  'createTransactions',
  'updateTransaction',
  'createSignalRule',
  'setListStocks',
  'refreshToken',
  'dismissNotice',
  'retryDelivery',
];

const readEveryMs = 10_000;

interface TableState {
  readonly table: string;
  readonly live: number;
  readonly dead: number;
  /** Dead rows from which on autovacuum cleans the table, when it comes next. */
  readonly limit: number;
  readonly runs: number;
}

async function readStates(database: Database): Promise<TableState[]> {
  const { rows } = await sql<TableState>`
    select schemaname || '.' || relname as table, n_live_tup::int as live, n_dead_tup::int as dead,
      (current_setting('autovacuum_vacuum_threshold')::int
        + current_setting('autovacuum_vacuum_scale_factor')::float8 * n_live_tup)::int as "limit",
      autovacuum_count::int as runs
    from pg_stat_user_tables
  `.execute(database.fork().getKysely());
  return rows;
}

/**
 * Writes until `signal` is aborted, all accounts at a time.
 * @returns a table of how many dead rows the tables had at most
 */
export async function measureVacuum(
  side: Side & { readonly accounts: readonly Account[] },
  report: Report,
  signal: AbortSignal,
): Promise<string> {
  let count = 0;
  async function keepWriting(account: Account): Promise<void> {
    const calls = byOperation(listCalls(await symbolsOf(side.database, account)));
    const failed = new Set<string>();
    while (!signal.aborted) {
      for (const name of writes) {
        const call = calls.get(name);
        if (!call || failed.has(name)) continue;
        try {
          await callOnce(side, account, call, calls);
          count += 1;
        } catch (error) {
          failed.add(name);
          report.fail(`${name} of ${account.kind.name}`, error);
        }
      }
    }
  }
  const most = new Map<string, TableState>();
  async function keepReading(): Promise<void> {
    while (!signal.aborted) {
      await delay(readEveryMs, undefined, { signal }).catch(() => {});
      for (const state of await readStates(side.database)) {
        const dead = Math.max(state.dead, most.get(state.table)?.dead ?? 0);
        most.set(state.table, { ...state, dead });
      }
    }
  }
  await Promise.all([keepReading(), ...side.accounts.map(keepWriting)]);
  return `${count} writes\n\n${tableOf([...most.values()])}\n\n`;
}

const header =
  '| table | rows | dead rows at most | limit of autovacuum | its runs |\n| --- | --: | --: | --: | --: |';

/** The tables with dead rows, those with the most of their limit first. */
function tableOf(states: readonly TableState[]): string {
  const sorted = states
    .filter(({ dead }) => dead > 0)
    .toSorted((one, other) => other.dead / other.limit - one.dead / one.limit);
  const rows = sorted.map(({ table, live, dead, limit, runs }) => {
    const counts = [live, dead, limit, runs].map((number) => number.toLocaleString('en-US'));
    return `| ${[table, ...counts].join(' | ')} |`;
  });
  return [header, ...rows].join('\n');
}
