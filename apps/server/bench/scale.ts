import { type Account, addSpares, complete, register, symbolsOf } from './scale/account.ts';
import { listCalls } from './scale/calls.ts';
import { compareCalls, planCalls, type ScaleSide } from './scale/compare-calls.ts';
import { Comparisons, type SideName } from './scale/comparison.ts';
import { addDuePair, compareJobs, packCloses } from './scale/jobs.ts';
import { addOthers, kinds } from './scale/kinds.ts';
import { Report } from './scale/report.ts';
import { measureSteadyHour } from './scale/steady-hour.ts';
import { printSizes, rebuildIndexes } from './scale/tables.ts';
import { secretKey } from './support/notification-data.ts';
import { fillScale } from './support/scale-data.ts';
import { type Stack, startStack } from './support/stack.ts';
import { withoutTimeLimit } from './support/without-time-limit.ts';

/** `SCALE=1` is the size of 100,000 users; what grows with users is multiplied by it. */
const scale = Number(process.env.SCALE ?? 1);

/** Minutes from the start to the last call, roughly. */
const minutes = Number(process.env.MINUTES ?? (scale < 0.05 ? 4.5 : 28));

/** Minutes of reads and writes on two web processes and two workers, after the calls. */
const steadyMinutes = Number(process.env.STEADY_MINUTES ?? 0);

/** Part of the operations' names, for trying. */
const chosen = new RegExp(process.env.CALLS ?? '');

/** Some more than one watch list may have. */
const minStocks = 520;
const barsPerStock = 1_200;
const sizes = {
  small: { users: 100, stocks: minStocks, barsPerStock },
  large: {
    users: Math.max(100, Math.round(100_000 * scale)),
    stocks: Math.max(minStocks, Math.round(5_000 * scale)),
    barsPerStock,
  },
};

const env = { MARKET_DATA: 'simulated', SECRET_KEY: secretKey, NOTIFY_ALLOW_HOSTS: '127.0.0.1' };

interface FilledSide extends ScaleSide {
  readonly stack: Stack;
}

/** A server whose database has many users, and one of each kind. */
async function startSide(name: SideName, report: Report): Promise<FilledSide> {
  const size = sizes[name];
  const stack = await startStack(0, { users: 1, env });
  const { database } = stack;
  try {
    const side = { name, url: stack.server.url, database };
    const accounts: Account[] = [];
    for (const [number, kind] of kinds.entries()) accounts.push(await register(side, kind, number));
    const spares: Account[][] = [];
    for (const account of accounts) {
      spares.push(await addSpares(database, account, accounts.length + spares.flat().length));
    }
    const filled = [accounts, ...spares].flat().map(({ userId, kind }) => ({ userId, size: kind.size }));
    let logged = 0;
    await fillScale(database, size, filled, (count) => {
      if (count - logged < size.users / 10) return;
      logged = count;
      report.log(`${count} of ${size.users} users`);
    });
    await packCloses(database);
    for (const account of accounts) await complete(side, account);
    for (const spare of spares.flat()) {
      await addOthers(database, spare.userId, spare.kind.others, await symbolsOf(database, spare));
    }
    await addDuePair(database);
    // Otherwise autovacuum would do it during the measurements.
    await withoutTimeLimit(database, (query) => query('vacuum (analyze)'));
    report.log(`filled: ${size.users} users, ${size.stocks} stocks`);
    return { ...side, accounts, spares, stack };
  } catch (error) {
    await stack.stop();
    throw error;
  }
}

/** Compares the published calls on a database of 100,000 users, times `SCALE`, with those on one of 100 users. */
export async function measureScale(): Promise<void> {
  const report = new Report();
  const { small, large } = sizes;
  report.log(`SCALE=${scale}: ${large.users} users with ${large.stocks} stocks, beside ${small.users} users`);
  const smallSide = await startSide('small', report);
  try {
    const largeSide = await startSide('large', report);
    try {
      await measureSides(smallSide, largeSide, report);
    } finally {
      await largeSide.stack.stop();
    }
  } finally {
    await smallSide.stack.stop();
  }
  if (report.failures > 0) process.exitCode = 1;
  report.log(`${report.failures} failures`);
}

async function measureSides(small: ScaleSide, large: FilledSide, report: Report): Promise<void> {
  await printSizes(large.database);
  const seconds = await rebuildIndexes(large.database);
  report.log(`indexes of migration 0038 on the large database: ${seconds.toFixed(2)} s`);
  const callsOfKinds = await Promise.all(
    small.accounts.map(async (account) => listCalls(await symbolsOf(small.database, account))),
  );
  const comparisons = new Comparisons();
  await compareJobs([small, large], comparisons, report);
  const leftMinutes = minutes - report.elapsedMs / 60_000;
  const plan = planCalls(callsOfKinds, chosen);
  await compareCalls(plan, [small, large], comparisons, report, Math.max(0, leftMinutes));
  process.stdout.write(`\n${comparisons.table()}\n\n`);
  if (steadyMinutes > 0) await measureSteadyHour(large.stack, env, report, steadyMinutes);
}
