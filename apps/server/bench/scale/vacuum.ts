import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '@stockbook/db';
import { sql } from '@stockbook/db/testing';
import type { MeasuredCall } from './calls.ts';
import { byOperation, type ScaleSide } from './compare-calls.ts';
import type { Report } from './report.ts';
import { callOnce } from './steps.ts';

/** Calls that change rows and delete others, as users do all day. */
const writes = [
  'updateStock',
  'markSignalsRead',
  'addStock',
  'calculateIndicator',
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

/** Writes for some minutes, an account of each kind at a time, and prints how many dead rows the tables had at most. */
export async function measureVacuum(
  side: ScaleSide,
  callsOfKinds: readonly (readonly MeasuredCall[])[],
  report: Report,
  minutes: number,
): Promise<void> {
  const end = performance.now() + minutes * 60_000;
  let count = 0;
  async function keepWriting(number: number): Promise<void> {
    const calls = byOperation(callsOfKinds[number] ?? []);
    const account = side.accounts[number];
    const failed = new Set<string>();
    while (account && performance.now() < end) {
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
    while (performance.now() < end) {
      await delay(readEveryMs);
      for (const state of await readStates(side.database)) {
        const dead = Math.max(state.dead, most.get(state.table)?.dead ?? 0);
        most.set(state.table, { ...state, dead });
      }
      report.log(`${count} writes`);
    }
  }
  await Promise.all([keepReading(), ...callsOfKinds.map((_, number) => keepWriting(number))]);
  process.stdout.write(`\n${tableOf([...most.values()])}\n\n`);
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
