import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { KeyedMutex } from './keyed-mutex.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const mutex = () => new KeyedMutex('Busy');

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

it('rejects an owner when the wait is longer than 10 s or 100 others are waiting', async () => {
  const [of, entered]: [KeyedMutex, string[]] = [mutex(), []];
  const leave = await enter(of, 'a', entered);
  const waiting = Array.from({ length: 101 }, (_, index) => enter(of, `b${index}`, entered));
  await expect(waiting.at(-1)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS', retryAfterS: 10 });
  expect(entered).toEqual(['a', 'b100: Busy']);
  await vi.advanceTimersByTimeAsync(10_000);
  expect((await Promise.allSettled(waiting)).map(({ status }) => status)).toEqual(
    Array(101).fill('rejected'),
  );
  leave();
  await enter(of, 'c', entered);
});
