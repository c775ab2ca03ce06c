import { setTimeout as delay } from 'node:timers/promises';
import { sql } from '@stockbook/db/testing';
import { pollUntil } from '@stockbook/testing';
import { symbolOf } from './support/bench-data.ts';
import { percentile } from './support/load.ts';
import { type Stack, startStack } from './support/stack.ts';

/**
 * Measures how long a user waits for adding a stock and for an SMA, alone and while another user has the maximum of
 * unfinished tasks: `node apps/server/bench/fairness.ts`. The target is a ratio of at most two.
 */
const rounds = 4;
const calculationsPerRound = 12;

/** Symbols with about 9,500 bars each; per round, the first two are added alone, the others beside the busy user. */
const symbols = [
  ['KO', 'JNJ', 'PG', 'IBM'],
  ['MCD', 'DIS', 'WMT', 'XOM'],
  ['CVX', 'PFE', 'MRK', 'GE'],
  ['INTC', 'CSCO', 'ORCL', 'HD'],
];

/** Half of the history, in bars: every value is calculated from this many bars. */
const slowPeriod = 4_650;

/** Keeps a user's unfinished tasks at their limit, all of them slow calculations, until `signal` is aborted. */
async function keepBusy({ server }: Stack, token: string, signal: AbortSignal): Promise<number> {
  let accepted = 0;
  for (let number = 0; !signal.aborted; number += 1) {
    const response = await fetch(`${server.url}/api/indicators/calculate`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        stock_symbol: symbolOf(1 + (number % 50)),
        ta_indicator: number % 2 === 0 ? 'CCI' : 'AVGDEV',
        parameters: { timeperiod: slowPeriod - (Math.floor(number / 50) % 40) },
      }),
    });
    await response.arrayBuffer();
    if (response.status === 202) accepted += 1;
    else if (response.status === 409) await delay(100, undefined, { signal }).catch(() => {});
    else throw new Error(`POST /indicators/calculate: ${response.status}`);
  }
  return accepted;
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

interface Times {
  readonly add: number[];
  readonly sma: number[];
}

/** Measures the times from the request to SUCCESS, in milliseconds. */
async function measure(
  { runTask }: Stack,
  token: string,
  symbolsToAdd: readonly string[],
  times: Times,
): Promise<void> {
  for (const symbol of symbolsToAdd) {
    times.add.push(await timeOf(() => runTask(token, '/stocks', { symbol })));
  }
  for (let round = 0; round < calculationsPerRound; round += 1) {
    times.sma.push(
      await timeOf(() =>
        runTask(token, '/indicators/calculate', {
          stock_symbol: symbolsToAdd[0] ?? '',
          ta_indicator: 'SMA',
          parameters: { timeperiod: 10 + round },
        }),
      ),
    );
  }
}

function writeRow(title: string, alone: readonly number[], beside: readonly number[]): void {
  const cells = [0.5, 0.9].flatMap((share) => {
    const [before, after] = [percentile(alone, share), percentile(beside, share)];
    return [before.toFixed(0), after.toFixed(0), (after / before).toFixed(2)];
  });
  process.stdout.write(`| ${[title, ...cells].join(' | ')} |\n`);
}

/** Deletes pending tasks and waits for the running ones, so that the next phase starts without tasks. */
async function drain({ database }: Stack): Promise<void> {
  const kysely = database.fork().getKysely();
  await sql`delete from graphile_worker._private_jobs where locked_at is null`.execute(kysely);
  await sql`delete from task where status = 'PENDING'`.execute(kysely);
  const running = sql`select from task where finished_at is null`;
  const isIdle = async () => (await running.execute(kysely)).rows.length === 0;
  await pollUntil('the end of the running tasks', isIdle, { timeoutMs: 120_000, intervalMs: 50 });
}

const stack = await startStack(50);
try {
  const [busy = '', other = ''] = stack.tokens;
  const alone: Times = { add: [], sma: [] };
  const beside: Times = { add: [], sma: [] };
  let accepted = 0;
  // Warm-up.
  await measure(stack, other, ['AAPL'], { add: [], sma: [] });
  // The two measurements alternate, so that other load on the machine affects both.
  for (const group of symbols.slice(0, rounds)) {
    await measure(stack, other, group.slice(0, 2), alone);
    const done = new AbortController();
    const keepingBusy = keepBusy(stack, busy, done.signal);
    await delay(2_000);
    await measure(stack, other, group.slice(2), beside);
    done.abort();
    accepted += await keepingBusy;
    await drain(stack);
  }
  process.stdout.write(
    `${accepted} calculations of the busy user were accepted\n\n` +
      '| | p50 ms alone | beside | ratio | p90 ms alone | beside | ratio |\n|---|--:|--:|--:|--:|--:|--:|\n',
  );
  writeRow('add a stock, POST to SUCCESS', alone.add, beside.add);
  writeRow('calculate an SMA, POST to SUCCESS', alone.sma, beside.sma);
} finally {
  await stack.stop();
}
