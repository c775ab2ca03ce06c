import { describe, expect, it } from 'vitest';
import { createFairLimit, type FairLimit, FairQueue, type Turn } from './fair-queue.ts';

const keyOf = (item: string) => item.charAt(0);

function queueOf(...items: string[]): FairQueue<string> {
  const queue = new FairQueue<string>();
  for (const item of items) queue.add(keyOf(item), item);
  return queue;
}

/** Takes items out of the queue until `count` turns have ended. */
function take(queue: FairQueue<string>, usedBy = (_: string) => 1, count = 100): string[] {
  const items: string[] = [];
  while (items.length < count) {
    const { key, item } = queue.next() ?? {};
    if (key === undefined || item === undefined) break;
    items.push(item);
    queue.charge(key, usedBy(item));
    queue.remove(key, item);
  }
  return items;
}

describe('FairQueue', () => {
  it('lets keys take turns', () => {
    const queue = queueOf('a1', 'a2', 'a3', 'b1', 'b2', 'c1');
    expect(queue.size).toBe(6);
    expect(take(queue)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
    expect(queue.size).toBe(0);
  });

  it('takes a key that comes late before the second item of any other', () => {
    const queue = queueOf('a1', 'a2', 'a3');
    expect(take(queue, undefined, 1)).toEqual(['a1']);
    queue.add('b', 'b1');
    queue.add('b', 'b2');
    expect(take(queue)).toEqual(['b1', 'a2', 'b2', 'a3']);
  });

  it('gives a key with short turns as much time as one with long turns', () => {
    const queue = queueOf('a1', 'a2', 'b1', 'b2', 'b3', 'b4', 'b5');
    const usedBy = (item: string) => (keyOf(item) === 'a' ? 3 : 1);
    expect(take(queue, usedBy)).toEqual(['a1', 'b1', 'b2', 'b3', 'a2', 'b4', 'b5']);
  });

  it('takes a key that returns again and again before those that have used more meanwhile', () => {
    const queue = queueOf('a1', 'a2', 'b1', 'b2');
    expect(take(queue, () => 100, 2)).toEqual(['a1', 'b1']);
    for (const item of ['c1', 'c2', 'c3']) {
      queue.add('c', item);
      expect(take(queue, undefined, 1)).toEqual([item]);
    }
    expect(queue.next()).toMatchObject({ item: 'a2' });
  });

  it('gives a key that was absent nothing for its absence', () => {
    const queue = queueOf('a1', 'a2', 'a3');
    expect(take(queue, () => 100, 2)).toEqual(['a1', 'a2']);
    for (const item of ['b1', 'b2', 'b3']) queue.add('b', item);
    expect(take(queue, () => 60)).toEqual(['b1', 'b2', 'a3', 'b3']);
  });

  it('continues an item in the next turn of its key unless it is removed', () => {
    const queue = queueOf('a1', 'a2', 'b1');
    expect(queue.next()).toMatchObject({ key: 'a', item: 'a1' });
    queue.charge('a', 1);
    expect(take(queue)).toEqual(['b1', 'a1', 'a2']);
  });

  it('passes over keys whose first item is not accepted', () => {
    const queue = queueOf('a1', 'a2', 'b1');
    expect(queue.next((item) => item !== 'a1')).toMatchObject({ item: 'b1' });
    expect(queue.next((item) => item === 'a2')).toBeUndefined();
  });

  it('finds the last item of the key with the most', () => {
    expect(queueOf('a1', 'b1', 'b2', 'c1').lastOfLongest()).toEqual({ key: 'b', item: 'b2' });
    expect(queueOf().lastOfLongest()).toBeUndefined();
  });
});

/** Records the names of started calls; each call runs until `end`. */
function withCalls(limit: FairLimit) {
  const started: string[] = [];
  const running: (() => void)[] = [];
  return {
    started,
    call(name: string, turn: Turn = { key: keyOf(name) }): Promise<string> {
      return limit(async () => {
        started.push(name);
        const { promise, resolve } = Promise.withResolvers<void>();
        running.push(resolve);
        await promise;
        return name;
      }, turn);
    },
    /** Ends the oldest running calls, one at a time. */
    async end(count: number): Promise<void> {
      for (let ended = 0; ended < count; ended += 1) {
        running.shift()?.();
        await new Promise(setImmediate);
      }
    },
  };
}

const background = (key: string): Turn => ({ key, isBackground: true });

describe('createFairLimit', () => {
  it('runs at most the allowed number of calls concurrently', async () => {
    const { started, call, end } = withCalls(createFairLimit({ maxConcurrency: 2 }));
    const results = ['a1', 'a2', 'a3'].map((name) => call(name));
    expect(started).toEqual(['a1', 'a2']);
    await end(3);
    expect(await Promise.all(results)).toEqual(['a1', 'a2', 'a3']);
  });

  it('lets keys take turns when one has many waiting calls', async () => {
    const { started, call, end } = withCalls(createFairLimit({ maxConcurrency: 1 }));
    for (let index = 1; index <= 250; index += 1) void call(`a${index}`);
    for (const name of ['b1', 'b2', 'c1']) void call(name);
    await end(6);
    expect(started).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']);
  });

  it('starts background calls when no other call waits', async () => {
    const { started, call, end } = withCalls(createFairLimit({ maxConcurrency: 1 }));
    for (const name of ['refresh 1', 'refresh 2']) void call(name, {});
    void call('guess', background('z'));
    for (const name of ['a1', 'a2']) void call(name);
    await end(4);
    expect(started).toEqual(['refresh 1', 'a1', 'a2', 'guess', 'refresh 2']);
  });

  it('starts the next call when a call fails', async () => {
    const limit = createFairLimit({ maxConcurrency: 1 });
    const failed = limit(async () => Promise.reject(new Error('no')), {});
    const next = limit(async () => 'next', {});
    await expect(failed).rejects.toThrow('no');
    expect(await next).toBe('next');
  });

  it.each([undefined, 'a'])('removes a waiting call when it is aborted (key: %s)', async (key) => {
    const { started, call, end } = withCalls(createFairLimit({ maxConcurrency: 1 }));
    void call('first', { key });
    const controller = new AbortController();
    const aborted = call('aborted', { key, signal: controller.signal });
    void call('last', { key });
    controller.abort(new Error('gone'));
    await expect(aborted).rejects.toThrow('gone');
    await end(2);
    expect(started).toEqual(['first', 'last']);
  });

  it('does not start a call when its signal is already aborted', async () => {
    const { started, call } = withCalls(createFairLimit({ maxConcurrency: 1 }));
    await expect(call('late', { signal: AbortSignal.abort(new Error('gone')) })).rejects.toThrow('gone');
    expect(started).toEqual([]);
  });

  it('rejects the last call of the longest queue when too many wait, in the background first', async () => {
    const limit = createFairLimit({ maxConcurrency: 1, maxWaiting: 3, tooMany: () => new Error('too many') });
    const { started, call, end } = withCalls(limit);
    void call('first', background('a'));
    const flood = ['a1', 'a2', 'a3'].map((name) => call(name, background('a')));
    const late = call('b1', background('b'));
    await expect(flood.at(-1)).rejects.toThrow('too many');
    const owner = call('owner');
    await expect(flood.at(-2)).rejects.toThrow('too many');
    await end(4);
    await Promise.all([owner, late, flood[0]]);
    expect(started).toEqual(['first', 'owner', 'b1', 'a1']);
  });
});
