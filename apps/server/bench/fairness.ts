import { setTimeout as delay } from 'node:timers/promises';
import { sql } from '@stockbook/db/testing';
import { apiClient, pollUntil } from '@stockbook/testing';
import { symbolOf } from './support/bench-data.ts';
import { percentile } from './support/load.ts';
import { type Stack, startStack } from './support/stack.ts';

/**
 * Measures how long a user waits for what other users can delay: alone, while another user has the maximum of
 * unfinished calculations, and while three users have two sweeps each: `node apps/server/bench/fairness.ts`. The
 * slowest time beside others may be twice the median alone, plus half a second; otherwise the exit code is 1.
 */
const rounds = 3;
const timesPerRound = 8;
const maxExtraMs = 500;
const sweepers = 3;

/** Symbols with about 9,500 bars each; one per measurement. */
const symbols = ['KO', 'JNJ', 'PG', 'IBM', 'MCD', 'DIS', 'WMT', 'XOM', 'CVX', 'PFE', 'MRK', 'GE'];

/** Half of the history, in bars: every value is calculated from this many bars. */
const slowPeriod = 4_650;

/** The most indicators that a rule may have, each of the slowest with another period. */
const slowestRule = Array.from(
  { length: 12 },
  (_, index) => `${index % 2 === 0 ? 'cci' : 'avgdev'}(${slowPeriod - index}) > ${index}`,
).join(' or ');

/** Every combination has other indicators, each of them slow. */
const slowFunctions = ['cci', 'avgdev', 'linearreg', 'linearreg_slope', 'tsf', 'fosc'];
const sweptRule = slowFunctions.map((name) => `${name}(${slowPeriod}) > 0`).join(' and ');
const sweptNumbers = slowFunctions.map((_, index) => `entry[${2 * index}]`);

/** Another load of the server; it stops when `signal` is aborted. */
interface Load {
  readonly title: string;
  keep(stack: Stack, signal: AbortSignal): Promise<unknown>;
}

/** Posts repeatedly; waits for a while when the user has as many tasks as possible. */
async function postUntil(
  { server }: Stack,
  token: string | undefined,
  signal: AbortSignal,
  waitMs: number,
  requestOf: (number: number) => [path: string, body: object],
): Promise<void> {
  for (let number = 0; !signal.aborted; number += 1) {
    const [path, body] = requestOf(number);
    const { status } = await apiClient(server.url, token).send('POST', path, body);
    if (status === 409) await delay(waitMs, undefined, { signal }).catch(() => {});
    else if (status !== 202) throw new Error(`POST ${path}: ${status}`);
  }
}

const calculations: Load = {
  title: 'slow indicators of one user',
  keep: (stack, signal) =>
    postUntil(stack, stack.tokens[0], signal, 100, (number) => [
      '/indicators/calculate',
      {
        stock_symbol: symbolOf(1 + (number % 50)),
        ta_indicator: number % 2 === 0 ? 'CCI' : 'AVGDEV',
        parameters: { timeperiod: slowPeriod - (Math.floor(number / 50) % 40) },
      },
    ]),
};

const sweeps: Load = {
  title: `two sweeps of each of ${sweepers} users`,
  async keep(stack, signal) {
    const keepSweeping = async (token: string) => {
      const { id } = await apiClient(stack.server.url, token).call<{ id: string }>('POST', '/strategies', {
        name: 'sweep',
        rules: { format: 'stockbook/1', entry: sweptRule, max_bars: 20, scope: { watch_list: true } },
      });
      await postUntil(stack, token, signal, 1_000, (number) => [
        `/strategies/${id}/sweeps`,
        {
          ranges: [{ numbers: sweptNumbers, from: slowPeriod - 499, to: slowPeriod, step: 1 }],
          settings: { cash: 10_000 + number },
        },
      ]);
    };
    await Promise.all(stack.tokens.slice(0, sweepers).map(keepSweeping));
  },
};

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** The requests of the user who waits; measured are the milliseconds from a request to its result. */
const measurements = ['add a stock', 'SMA', 'preview', 'slowest preview'] as const;
type Times = Readonly<Record<(typeof measurements)[number], number[]>>;

const noTimes = (): Times => ({ 'add a stock': [], SMA: [], preview: [], 'slowest preview': [] });

async function measure({ runTask, server }: Stack, token: string, symbol: string, times: Times) {
  const preview = (when: string) =>
    apiClient(server.url, token).call('POST', '/signals/preview', { when, symbol });
  times['add a stock'].push(await timeOf(() => runTask(token, '/stocks', { symbol })));
  for (let number = 0; number < timesPerRound; number += 1) {
    const calculation = {
      stock_symbol: symbol,
      ta_indicator: 'SMA',
      parameters: { timeperiod: 10 + number },
    };
    times.SMA.push(await timeOf(() => runTask(token, '/indicators/calculate', calculation)));
    times.preview.push(await timeOf(() => preview(`sma(50) crosses above sma(${200 + number})`)));
    times['slowest preview'].push(await timeOf(() => preview(`${slowestRule} or close > ${number}`)));
  }
}

/** @returns whether all times are within the bound */
function writeTimes(load: Load, alone: Times, beside: Times): boolean {
  const verdicts = measurements.map((name) => {
    const [median, slowest] = [percentile(alone[name], 0.5), percentile(beside[name], 1)];
    const bound = 2 * median + maxExtraMs;
    const isPassed = slowest <= bound;
    const cells = [median, percentile(beside[name], 0.5), slowest, bound].map((ms) => ms.toFixed(0));
    process.stdout.write(`| ${[load.title, name, ...cells, isPassed ? 'pass' : 'fail'].join(' | ')} |\n`);
    return isPassed;
  });
  return verdicts.every(Boolean);
}

/** Deletes pending tasks and waits for the running ones, so that the next phase starts without tasks. */
async function drain({ database }: Stack): Promise<void> {
  const kysely = database.fork().getKysely();
  await sql`delete from graphile_worker._private_jobs where locked_at is null`.execute(kysely);
  // A deleted run ends soon.
  await sql`delete from task where status = 'PENDING' or kind = 'run-sweep'`.execute(kysely);
  const running = sql`
    select from task where finished_at is null
    union all select from graphile_worker._private_jobs where locked_at is not null
  `;
  const isIdle = async () => (await running.execute(kysely)).rows.length === 0;
  await pollUntil('the end of the running tasks', isIdle, { timeoutMs: 120_000, intervalMs: 50 });
}

const stack = await startStack(50);
try {
  // A preview is limited to 30 a minute: each measurement is another user's.
  const users = stack.tokens.slice(sweepers).values();
  const next = () => users.next().value ?? '';
  const names = symbols.values();
  const measureNext = async (times: Times) => measure(stack, next(), names.next().value ?? '', times);
  await measure(stack, next(), 'AAPL', noTimes());
  process.stdout.write(
    '| beside | of another user | p50 ms alone | p50 ms | slowest | bound | |\n|---|---|--:|--:|--:|--:|---|\n',
  );
  let isPassed = true;
  for (const load of [calculations, sweeps]) {
    const [alone, beside] = [noTimes(), noTimes()];
    // The two measurements alternate, so that other load on the machine affects both.
    for (let round = 0; round < rounds; round += 1) {
      await measureNext(alone);
      const done = new AbortController();
      const kept = load.keep(stack, done.signal);
      await delay(3_000);
      await measureNext(beside);
      done.abort();
      await kept;
      await drain(stack);
    }
    isPassed = writeTimes(load, alone, beside) && isPassed;
  }
  if (!isPassed) process.exitCode = 1;
} finally {
  await stack.stop();
}
