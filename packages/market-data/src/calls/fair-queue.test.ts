import { describe, expect, it } from 'vitest';
import { createFairQueue, type FairQueue } from './fair-queue.ts';

/** Records the names of started calls; each call runs until `end`. */
function withCalls(queue: FairQueue) {
  const started: string[] = [];
  const running: (() => void)[] = [];
  return {
    started,
    call(name: string, requester?: string, signal?: AbortSignal): Promise<string> {
      const work = async () => {
        started.push(name);
        const { promise, resolve } = Promise.withResolvers<void>();
        running.push(resolve);
        await promise;
        return name;
      };
      return queue.run(work, { requester, signal });
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

describe('createFairQueue', () => {
  it('runs at most the allowed number of calls concurrently', async () => {
    const { started, call, end } = withCalls(createFairQueue(2));
    const results = ['1', '2', '3'].map((name) => call(name, 'user'));
    expect(started).toEqual(['1', '2']);
    await end(3);
    expect(await Promise.all(results)).toEqual(['1', '2', '3']);
  });

  it('serves requesters round-robin, even if one has many waiting calls', async () => {
    const { started, call, end } = withCalls(createFairQueue(1));
    for (let index = 1; index <= 250; index += 1) void call(`a${index}`, 'a');
    for (const name of ['b1', 'b2']) void call(name, 'b');
    void call('c1', 'c');
    await end(7);
    expect(started).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4', 'a5']);
  });

  it('puts a returning requester behind all others', async () => {
    const { started, call, end } = withCalls(createFairQueue(1));
    for (const name of ['a1', 'a2', 'a3']) void call(name, 'a');
    void call('b1', 'b');
    await end(2);
    void call('b2', 'b');
    await end(3);
    expect(started).toEqual(['a1', 'a2', 'b1', 'a3', 'b2']);
  });

  it('serves calls without a requester when no requester waits', async () => {
    const { started, call, end } = withCalls(createFairQueue(1));
    for (const name of ['refresh 1', 'refresh 2', 'refresh 3']) void call(name);
    for (const name of ['a1', 'a2']) void call(name, 'a');
    await end(4);
    expect(started).toEqual(['refresh 1', 'a1', 'a2', 'refresh 2', 'refresh 3']);
  });

  it('starts the next call when a call fails', async () => {
    const queue = createFairQueue(1);
    const failed = queue.run(async () => Promise.reject(new Error('no')));
    const next = queue.run(async () => 'next');
    await expect(failed).rejects.toThrow('no');
    expect(await next).toBe('next');
  });

  it.each([undefined, 'a'])('removes an aborted call from the queue (requester: %s)', async (requester) => {
    const { started, call, end } = withCalls(createFairQueue(1));
    void call('first', requester);
    const controller = new AbortController();
    const aborted = call('aborted', requester, controller.signal);
    void call('last', requester);
    controller.abort(new Error('gone'));
    await expect(aborted).rejects.toThrow('gone');
    await end(2);
    expect(started).toEqual(['first', 'last']);
  });

  it('does not start a call when its signal is already aborted', async () => {
    const { started, call } = withCalls(createFairQueue(1));
    await expect(call('late', 'a', AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
    expect(started).toEqual([]);
  });
});
