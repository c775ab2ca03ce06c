import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AppError } from '../errors.ts';
import { KeyedMutex } from './keyed-mutex.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const mutex = () =>
  new KeyedMutex({ maxWaiting: 2, maxWaitMs: 1000, busy: () => new AppError('TOO_MANY_REQUESTS', 'Busy') });

/** Enters, and records the owner or its error in `entered`. */
function enter(of: KeyedMutex, owner: string, entered: string[], key = 'key') {
  const entering = of.enter(key, owner);
  void entering.then(
    () => entered.push(owner),
    (error: Error) => entered.push(`${owner}: ${error.message}`),
  );
  return entering;
}

it('admits one owner at a time per key, in order of arrival', async () => {
  const [of, entered]: [KeyedMutex, string[]] = [mutex(), []];
  const leave = await enter(of, 'a', entered);
  const b = enter(of, 'b', entered);
  const c = enter(of, 'c', entered);
  await enter(of, 'other', entered, 'other key');
  expect(entered).toEqual(['a', 'other']);
  leave();
  (await b)();
  (await c)();
  expect(entered).toEqual(['a', 'other', 'b', 'c']);
  await enter(of, 'd', entered);
});

it('admits its owner again, and the next one when the owner has left as often as it entered', async () => {
  const [of, entered]: [KeyedMutex, string[]] = [mutex(), []];
  const leaves = [await of.enter('key', 'a'), await of.enter('key', 'a')];
  const b = enter(of, 'b', entered);
  leaves[0]?.();
  await vi.advanceTimersByTimeAsync(1);
  expect(entered).toEqual([]);
  leaves[1]?.();
  await b;
  expect(entered).toEqual(['b']);
});

it('rejects an owner when the wait is too long or too many are waiting', async () => {
  const [of, entered]: [KeyedMutex, string[]] = [mutex(), []];
  const leave = await enter(of, 'a', entered);
  const waiting = ['b', 'c', 'd'].map((owner) => enter(of, owner, entered));
  await Promise.allSettled(waiting.slice(2));
  expect(entered).toEqual(['a', 'd: Busy']);
  await vi.advanceTimersByTimeAsync(1000);
  expect(entered).toEqual(['a', 'd: Busy', 'b: Busy', 'c: Busy']);
  leave();
  await enter(of, 'e', entered);
});
