import { setTimeout as delay } from 'node:timers/promises';
import { send } from './send.ts';

/** A user with 50 stocks, who has nothing to do with the attackers. */
export interface OtherUser {
  readonly address: string;
  readonly token: string;
  readonly symbols: readonly string[];
}

/** Milliseconds of each call, and what has failed. */
export interface Experience {
  readonly list: readonly number[];
  /** From the request to SUCCESS. */
  readonly sma: readonly number[];
  /** The stock's chart with that SMA. */
  readonly chart: readonly number[];
  readonly failures: readonly string[];
}

/** `chart` belongs to the SMA, too: it is what its user sees. */
export const measures = ['list', 'sma', 'chart'] as const;

const listPauseMs = 15;
const smaPauseMs = 40;
const pollMs = 8;

/** An SMA that takes longer has failed. */
const maxSmaMs = 60_000;

/** By nearest rank: of fewer than 100 values it is the largest. Infinity without values: nothing has ended. */
export function p99(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * 0.99) - 1] ?? Number.POSITIVE_INFINITY;
}

/** Other users read the list, calculate an SMA and look at its chart, again and again, for some seconds. */
export function createOtherUsers(url: string, users: readonly OtherUser[]) {
  let turns = 0;
  const next = () => {
    turns += 1;
    const user = users[turns % users.length];
    if (!user) throw new Error('There are no other users');
    // Unlike the number of users, so that all pairs occur.
    return { user, symbol: user.symbols[turns % user.symbols.length] ?? '', timeperiod: 5 + (turns % 37) };
  };

  async function call<Body>({ address, token }: OtherUser, method: string, path: string, body?: object) {
    const headers = { authorization: `Bearer ${token}`, 'accept-encoding': 'identity' };
    const text = body && JSON.stringify(body);
    const answer = await send(url, address, { method, path, headers, ...(text && { body: text }) });
    if (answer.status > 299) throw new Error(`${method} ${path}: ${answer.status} ${answer.body}`);
    return { ms: answer.ms, body: JSON.parse(answer.body.toString()) as Body };
  }

  async function readList(): Promise<number> {
    return (await call(next().user, 'GET', '/api/stocks')).ms;
  }

  async function calculateSma() {
    const { user, symbol, timeperiod } = next();
    const start = performance.now();
    const { body: started } = await call<{ task_id: string }>(user, 'POST', '/api/indicators/calculate', {
      stock_symbol: symbol,
      ta_indicator: 'SMA',
      parameters: { timeperiod },
    });
    for (;;) {
      const { body } = await call<{ status: string; message: string; result: { indicator_id: string } }>(
        user,
        'GET',
        `/api/indicators/task/${started.task_id}`,
      );
      const ms = performance.now() - start;
      if (body.status === 'SUCCESS') return { user, symbol, id: body.result.indicator_id, ms };
      if (body.status === 'FAILURE') throw new Error(`SMA of ${symbol}: ${body.message}`);
      if (ms > maxSmaMs) throw new Error(`SMA of ${symbol} has not ended after ${Math.round(ms)} ms`);
      await delay(pollMs);
    }
  }

  async function readChart({ user, symbol, id }: { user: OtherUser; symbol: string; id: string }) {
    const input = encodeURIComponent(JSON.stringify({ symbol, ids: [id] }));
    return (await call(user, 'GET', `/trpc/stocks.chart?input=${input}`)).ms;
  }

  /** @param seconds after them, what is under way is still awaited */
  return async function experience(seconds: number): Promise<Experience> {
    const [list, sma, chart, failures]: [number[], number[], number[], string[]] = [[], [], [], []];
    const end = performance.now() + seconds * 1000;
    const repeat = async (pauseMs: number, work: () => Promise<void>) => {
      while (performance.now() < end) {
        await work().catch((error) => failures.push(String(error).slice(0, 300)));
        await delay(pauseMs);
      }
    };
    await Promise.all([
      repeat(listPauseMs, async () => void list.push(await readList())),
      repeat(smaPauseMs, async () => {
        const calculated = await calculateSma();
        sma.push(calculated.ms);
        chart.push(await readChart(calculated));
      }),
    ]);
    return { list, sma, chart, failures };
  };
}
