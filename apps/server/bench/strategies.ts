import { priceBarRepository } from '@stockbook/db';
import { sql } from '@stockbook/db/testing';
import { apiClient } from '@stockbook/testing';
import { symbolOf } from './support/bench-data.ts';
import { measureLoad, percentile } from './support/load.ts';
import { type Stack, startStack } from './support/stack.ts';

/** 36 years each. */
const stocks = 50;
const backtests = 5;
const sweepRanges = [
  { numbers: ['entry[0]'], from: 10, to: 28, step: 2 },
  { numbers: ['entry[1]'], from: 100, to: 280, step: 20 },
];
const readsPerSecond = 50;
const idleSeconds = 15;

const rules = {
  format: 'stockbook/1',
  entry: 'sma(20) crosses above sma(200) and rsi(14) < 70',
  exit: 'rsi(14) crosses above 80',
  stop_loss_percent: 8,
  max_bars: 250,
  scope: { symbols: Array.from({ length: stocks }, (_, index) => symbolOf(index + 1)) },
};

const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`;
const line = (text: string) => process.stdout.write(`${text}\n`);

async function timed<Result>(call: () => Promise<Result>): Promise<[ms: number, result: Result]> {
  const start = performance.now();
  const result = await call();
  return [performance.now() - start, result];
}

/** Reads the bars of all stocks, as a run does. @returns the columns of each stock */
async function readAll({ database }: Stack) {
  const em = database.fork();
  const { rows } = await sql<{ id: number }>`select id from stock order by id limit ${stocks}`.execute(
    em.getKysely(),
  );
  const read = [];
  for (const { id } of rows) read.push(await priceBarRepository.readColumns(em, id));
  return read;
}

/** A loop that reads every price once. */
function sumOf(histories: Awaited<ReturnType<typeof readAll>>): number {
  let sum = 0;
  for (const { open, high, low, close } of histories) {
    for (let bar = 0; bar < close.length; bar += 1) {
      sum += Number(open[bar]) + Number(high[bar]) + Number(low[bar]) + Number(close[bar]);
    }
  }
  return sum;
}

/** Prints the times of backtests and of a sweep beside their floors, and how long reads take meanwhile. */
export async function measureStrategies(): Promise<void> {
  const stack = await startStack(stocks);
  try {
    const [token = ''] = stack.tokens;
    await sql`
      insert into user_stock (user_id, stock_id, added_at, is_favorite, notify_on_signals)
      select (select id from user_account where username = 'bench1'), id, now(), false, false from stock
      on conflict do nothing
    `.execute(stack.database.fork().getKysely());
    const created = await apiClient(stack.server.url, token).call<{ id: string }>('POST', '/strategies', {
      name: 'bench',
      rules,
    });
    await readAll(stack);
    const [readMs, histories] = await timed(() => readAll(stack));
    const [loopMs] = await timed(async () => sumOf(histories));
    line(`${stocks} stocks, ${stack.bars.toLocaleString('en-US')} bars`);
    line(`floor: reading the bars      ${seconds(readMs)}`);
    line(`floor: a loop over them      ${seconds(loopMs)}`);
    const times: number[] = [];
    for (let run = 0; run < backtests; run += 1) {
      const settings = { cash: 10_000 + run };
      const path = `/strategies/${created.id}/backtests`;
      times.push((await timed(() => stack.runTask(token, path, { settings })))[0]);
    }
    const backtestMs = percentile(times, 0.5);
    line(
      `backtest, POST to SUCCESS    ${seconds(backtestMs)}, ${(backtestMs / (readMs + loopMs)).toFixed(1)} x its floors`,
    );
    await measureSweep(stack, created.id, readMs + loopMs);
  } finally {
    await stack.stop();
  }
}

async function measureSweep(stack: Stack, strategyId: string, floorMs: number): Promise<void> {
  const { server, tokens } = stack;
  const [token = '', reader = ''] = tokens;
  const reads = (duration: number) =>
    measureLoad({
      url: server.url,
      requests: ['/api/stocks', '/api/auth/me', `/api/stocks/${symbolOf(1)}/info`].map((path) => ({
        method: 'GET',
        path,
        headers: { authorization: `Bearer ${reader}` },
      })),
      connections: 4,
      rate: readsPerSecond,
      seconds: duration,
      status: 200,
    });
  await reads(3);
  const idle = await reads(idleSeconds);
  const sweep = timed(() =>
    stack.runTask(token, `/strategies/${strategyId}/sweeps`, { ranges: sweepRanges }),
  );
  const busy = await reads(idleSeconds);
  const [sweepMs] = await sweep;
  line(
    `sweep of 100 settings        ${seconds(sweepMs)}, ${(sweepMs / floorMs).toFixed(1)} x the floors of one backtest`,
  );
  line(
    `reads, p99: idle ${idle.p99.toFixed(1)} ms, during the sweep ${busy.p99.toFixed(1)} ms, ratio ${(busy.p99 / idle.p99).toFixed(2)}`,
  );
}
