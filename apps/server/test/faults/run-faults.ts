/**
 * The long form of the fault tests: ten minutes of faults in the middle of a stream of writes.
 *   npm run test:faults -- [seconds] [--seed NUMBER] [--writers NUMBER]
 * Exits with 1 if an acknowledged write was lost, a task ended twice, or a job or lock was left behind.
 */
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { runFaults } from './support/fault-run.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: 'string' }, writers: { type: 'string', default: '6' } },
});
const print = (line: string) => process.stdout.write(`${line}\n`);
const seconds = Number(positionals[0] ?? 600);
const seed = Number(values.seed ?? randomInt(2 ** 31));
const writers = Number(values.writers);
if (![seconds, seed, writers].every((number) => Number.isInteger(number) && number > 0)) {
  process.stderr.write('Seconds, seed and writers must be whole numbers above 0.\n');
  process.exit(1);
}
print(`Faults for ${seconds} s, seed ${seed}, ${writers} writers`);
const ledger = await runFaults({ seconds, seed, writers, log: print });
print(`seed:                 ${seed}\n${ledger}`);
process.exitCode = ledger.violations.length > 0 ? 1 : 0;
