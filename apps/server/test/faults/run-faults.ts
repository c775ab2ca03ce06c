/**
 * The long form of the fault tests: ten minutes of faults in the middle of a stream of writes.
 *   node apps/server/test/faults/run-faults.ts [seconds] [--seed NUMBER] [--writers NUMBER]
 * Exits with 1 if an acknowledged write was lost, a task ended twice, or a job or lock was left behind.
 *
 * Workers that are killed in nights of 100 stocks with 20 rules each, 500 by default:
 *   node apps/server/test/faults/run-faults.ts [kills] --signals [--seed NUMBER]
 * Exits with 1 if a signal was lost or given twice, or did not arrive at its receiver in one message, whose repeats
 * have the same id.
 */
import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openDatabase, startEmbeddedPostgres } from '@stockbook/db';
import { runFaults } from './support/fault-run.ts';
import { runSignalNights } from './support/signal-run.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string' },
    writers: { type: 'string', default: '6' },
    signals: { type: 'boolean', default: false },
  },
});
const print = (line: string) => process.stdout.write(`${line}\n`);
const size = Number(positionals[0] ?? (values.signals ? 500 : 600));
const seed = Number(values.seed ?? randomInt(2 ** 31));
const writers = Number(values.writers);
if (![size, seed, writers].every((number) => Number.isInteger(number) && number > 0)) {
  process.stderr.write('Seconds, kills, seed and writers must be whole numbers above 0.\n');
  process.exit(1);
}
process.exitCode = (await (values.signals ? injectKills() : injectFaults())) ? 0 : 1;

async function injectFaults(): Promise<boolean> {
  print(`Faults for ${size} s, seed ${seed}, ${writers} writers`);
  const ledger = await runFaults({ seconds: size, seed, writers, log: print });
  print(`seed:                 ${seed}\n${ledger}`);
  return ledger.violations.length === 0;
}

async function injectKills(): Promise<boolean> {
  print(`${size} kills, seed ${seed}`);
  const dataDir = await mkdtemp(join(tmpdir(), 'stockbook-kills-'));
  const postgres = await startEmbeddedPostgres({ dataDir });
  const scale = { stocks: 100, rulesPerStock: 20, maxRunMs: 2_500 };
  try {
    await migrate(postgres.url);
    const run = await runSignalNights({ databaseUrl: postgres.url, ...scale, kills: size, seed, log: print });
    const given = new Set(run.given);
    const lost = run.expected.filter((signal) => !given.has(signal));
    const surplus = run.given.length - (run.expected.length - lost.length);
    print(`${run.nights} nights, ${run.kills} kills, ${run.expected.length} signals expected`);
    print(`${lost.length} lost, ${surplus} twice or wrong`);
    const { owed, messages, repeats, violations } = run.outbox;
    print(`${owed} of them to deliver, in ${messages} messages, which were repeated ${repeats} times`);
    print([`${violations.length} violations`, ...violations].join('\n'));
    return lost.length + surplus + violations.length === 0;
  } finally {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function migrate(url: string): Promise<void> {
  const database = openDatabase({ url, poolSize: 1, warn: print });
  await database.migrate();
  await database.close();
}
