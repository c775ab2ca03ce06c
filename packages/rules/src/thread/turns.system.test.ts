import { dateOfDay } from '@stockbook/common/days';
import { expect, it } from 'vitest';
import { defaultSettings } from '../simulate/index.ts';
import { answer as evaluateAnswer } from './evaluate-answer.ts';
import { evaluateInThread } from './evaluate-in-thread.ts';
import { simulateInThread } from './simulate-in-thread.ts';

/** 36 years of bars. */
const close = Float64Array.from({ length: 9_000 }, (_, bar) => 100 + 10 * Math.sin(bar / 9));
const bars = { open: close, high: close, low: close, close, volume: close };
const date = Array.from(close, (_, bar) => dateOfDay(7_000 + bar));
/** Each takes tens of milliseconds. */
const slowIndicator = (period: number) => `avgdev(${period}) > 6`;
/** As many indicators as a rule may have. */
const slowRule = Array.from({ length: 12 }, (_, index) => slowIndicator(4_500 - index)).join(' or ');
const requestOf = (text: string) => ({
  bars,
  rules: [{ text, everyBar: false, after: -1, maxEvents: 0 }],
  maxDurationMs: 60_000,
});

/** Requests a rule while others keep the threads busy. @returns how many of the others have ended before */
async function endedBeforeAnother(others: readonly Promise<unknown>[]): Promise<number> {
  let ended = 0;
  const all = Promise.allSettled(others.map((other) => other.finally(() => (ended += 1))));
  const { results } = await evaluateInThread(requestOf('sma(50) > 0'), 'another');
  expect(results).toMatchObject([{ total: 0 }]);
  const count = ended;
  return all.then(() => count);
}

it('answers another user before the sweeps of two users have simulated their stocks', async () => {
  const limits = { stop_loss_percent: null, take_profit_percent: null, max_bars: null };
  const request = {
    bars: { ...bars, date },
    dividends: null,
    strategies: Array.from({ length: 20 }, (_, index) => ({
      entry: slowIndicator(4_500 - index),
      exit: null,
      limits,
    })),
    runs: [defaultSettings],
    settings: defaultSettings,
    withSeries: false,
  };
  const { signal } = new AbortController();
  const sweeps = ['first', 'second'].map((user) => simulateInThread(request, user, signal));
  expect(await endedBeforeAnother(sweeps)).toBe(0);
  const [outcomes] = await Promise.all(sweeps);
  expect(outcomes).toHaveLength(20);
});

it('answers another user between the indicators of a rule', async () => {
  const rules = ['first', 'second'].map((user) => evaluateInThread(requestOf(slowRule), user));
  expect(await endedBeforeAnother(rules)).toBe(0);
});

it('stops a rule between two of its indicators when its time is over', () => {
  const steps = evaluateAnswer({ ...requestOf(slowRule), maxDurationMs: 2_000 });
  for (const usedMs of [0, 0, 900, 1_999]) expect(steps.next(usedMs).done).toBe(false);
  expect(steps.next(2_000).done).toBe(false);
  expect(steps.next(2_001)).toEqual({
    done: true,
    value: { results: [{ failure: 'late' }], usedMs: 2_001 },
  });
});
