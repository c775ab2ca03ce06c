import { setTimeout as delay } from 'node:timers/promises';
import { pollUntil, seededRandom } from '@stockbook/testing';
import { expect } from 'vitest';
import { call, endOf, signUp, taskIdOf } from './caller.ts';
import type { Stack, StackProcess } from './stack.ts';

/** Of exchanges whose day is never before the one in UTC: the mock server's last bar is of the day before. */
const symbols = ['AZN.L', 'SAP.DE', 'VOD.L'] as const;
const intervalS = 15;

/** The claims of a killed worker expire after 45 s, and its stocks are fetched at the next mark. */
const maxFetchMs = 62_000;

/** Requests for quotes and signals of a run. */
export interface QuoteRun {
  /** Between two calls of the source for the same symbol, in milliseconds, those of all symbols. */
  readonly gaps: readonly number[];
  /** Symbols of the signals in the inbox, sorted; each symbol has one price level. */
  readonly signals: readonly string[];
}

/** The mock server's trades of this moment, whatever the hours of the exchanges, and its requests for quotes. */
function tradeNow({ mockServer }: Stack, closes: ReadonlyMap<string, number>) {
  const fetches = new Map(symbols.map((symbol): [string, number[]] => [symbol, []]));
  let factor = 1.01;
  let read = 0;
  const trade = () => {
    const now = Date.now();
    for (const [symbol, close] of closes) {
      mockServer.quotes.change(symbol, {
        marketState: 'REGULAR',
        regularMarketPrice: close * factor,
        regularMarketTime: Math.floor(now / 1000),
        regularMarketPreviousClose: close,
        regularMarketOpen: close,
        regularMarketDayLow: close,
        regularMarketDayHigh: close * factor,
      });
    }
  };
  const collect = () => {
    const now = Date.now();
    for (const { endpoint, subject } of mockServer.requests.slice(read)) {
      if (endpoint !== 'quote') continue;
      for (const symbol of subject.split(',')) fetches.get(symbol)?.push(now);
    }
    read = mockServer.requests.length;
  };
  trade();
  const timers = [setInterval(trade, 200), setInterval(collect, 10)];
  return {
    fetches,
    rise(to: number) {
      factor = to;
    },
    stop() {
      for (const timer of timers) clearInterval(timer);
    },
  };
}

/**
 * Runs two web processes and two workers while prices cross a level of each stock. Kills one of each by SIGKILL, at a
 * random instant around a call of the source, and starts another in its place.
 */
export async function killWhileQuotesAreFetched(stack: Stack, seed: number): Promise<QuoteRun> {
  const env = { QUOTE_INTERVAL_S: String(intervalS) };
  const { start } = stack;
  const running: Record<'web' | 'worker', StackProcess[]> = {
    web: await Promise.all([start('web', env), start('web', env)]),
    worker: await Promise.all([start('worker', env), start('worker', env)]),
  };
  const random = seededRandom(seed);
  const urlOf = () => random.pick(running.web).url;
  const token = await signUp(urlOf(), 'watcher');
  const get = async (path: string) => (await call(urlOf(), 'GET', path, { token })).body;
  const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
  const countQuotes = async () => listOf((await get(`/quotes/?symbols=${symbols.join(',')}`)).quotes).length;
  const listSignals = async () =>
    listOf((await get('/signals')).signals).map((signal) =>
      typeof signal === 'object' && signal !== null && 'symbol' in signal ? String(signal.symbol) : '',
    );

  const closes = new Map<string, number>();
  for (const symbol of symbols) {
    const added = await call(urlOf(), 'POST', '/stocks/', { token, body: { symbol } });
    await endOf(urlOf, '/stocks/tasks', taskIdOf(added) ?? '', token, 30_000);
    const { data } = await get(`/stocks/${symbol}/data`);
    const last = listOf(data).at(-1);
    if (typeof last !== 'object' || last === null || !('close' in last))
      throw new Error(`${symbol}: no bars`);
    closes.set(symbol, Number(last.close));
  }
  const source = tradeNow(stack, closes);
  // An open page: without one, quotes that are due wait for the plan of the next minute.
  const page = setInterval(() => void countQuotes(), 1000);
  try {
    await pollUntil('the first prices', async () => (await countQuotes()) === symbols.length, {
      timeoutMs: 30_000,
      intervalMs: 200,
    });
    for (const [symbol, close] of closes) {
      const body = { when: `price touches ${(close * 1.02).toFixed(2)}`, symbol, during_session: true };
      const { status } = await call(urlOf(), 'POST', '/signals/rules', { token, body });
      if (status !== 201) throw new Error(`${symbol}: the level was answered with ${status}`);
    }
    source.rise(1.03);

    const counts = () => [...source.fetches.values()].map(({ length }) => length);
    const kill = async (role: 'web' | 'worker') => {
      const before = Math.max(...counts());
      await pollUntil('a call', () => Math.max(...counts()) > before, {
        timeoutMs: maxFetchMs,
        intervalMs: 1,
      });
      await delay(random.below(40));
      const [doomed, other] = random.next() < 0.5 ? running[role] : running[role].toReversed();
      if (!doomed || !other) throw new Error('two processes run');
      running[role] = [other];
      await doomed.kill();
      running[role] = [other, await start(role, env)];
    };
    await Promise.all([kill('worker'), kill('web')]);

    const hasSignals = async () => (await listSignals()).length >= symbols.length;
    await pollUntil('the signals', hasSignals, { timeoutMs: maxFetchMs, intervalMs: 500 });
    const before = counts();
    // One more round of calls would give a level its second signal.
    const isFetchedAgain = () => counts().every((count, index) => count > (before[index] ?? 0));
    await pollUntil('a further call for each', isFetchedAgain, { timeoutMs: maxFetchMs });
    await delay(1000);
    return {
      // The first two calls follow the request of a page, not the interval.
      gaps: [...source.fetches.values()].flatMap((times) =>
        times.slice(2).map((time, index) => time - (times[index + 1] ?? 0)),
      ),
      signals: (await listSignals()).toSorted(),
    };
  } finally {
    clearInterval(page);
    source.stop();
  }
}

/** Expects one call for each symbol in an interval, and one signal for each level. */
export function expectEachOnce({ gaps, signals }: QuoteRun): void {
  expect(signals).toEqual([...symbols].toSorted());
  // A call may be late on a busy machine, and the next one on time.
  for (const gap of gaps) expect(gap).toBeGreaterThan((intervalS * 1000) / 3);
  for (const gap of gaps) expect(gap).toBeLessThan(maxFetchMs);
}
