import type { CallOptions } from '../provider/provider.ts';

/** Limits concurrent calls and serves requesters round-robin. */
export interface FairQueue {
  /**
   * Runs `work` when it is its requester's turn, one call per turn. Calls without a requester run only if no requester
   * waits. Aborting `signal` removes a waiting call.
   */
  run<T>(work: () => Promise<T>, options?: CallOptions): Promise<T>;
}

type Start = () => void;

export function createFairQueue(maxConcurrency: number): FairQueue {
  let running = 0;
  /** The first requester is served next. Lists are never empty. */
  const waitingByRequester = new Map<string, Start[]>();
  const background: Start[] = [];

  function takeNext(): Start | undefined {
    for (const [requester, waiting] of waitingByRequester) {
      const start = waiting.shift();
      // A map iterates in insertion order: deleting and setting moves the requester to the end.
      waitingByRequester.delete(requester);
      if (waiting.length > 0) waitingByRequester.set(requester, waiting);
      return start;
    }
    return background.shift();
  }

  function enqueue(start: Start, requester: string | undefined): void {
    if (requester === undefined) {
      background.push(start);
      return;
    }
    const waiting = waitingByRequester.get(requester);
    if (waiting === undefined) waitingByRequester.set(requester, [start]);
    else waiting.push(start);
  }

  function withdraw(start: Start, requester: string | undefined): void {
    const waiting = requester === undefined ? background : waitingByRequester.get(requester);
    const index = waiting?.indexOf(start) ?? -1;
    if (waiting === undefined || index === -1) return;
    waiting.splice(index, 1);
    if (requester !== undefined && waiting.length === 0) waitingByRequester.delete(requester);
  }

  async function waitForTurn({ requester, signal }: CallOptions): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const onAbort = () => {
      withdraw(resolve, requester);
      reject(signal?.reason);
    };
    enqueue(resolve, requester);
    signal?.addEventListener('abort', onAbort, { once: true });
    try {
      await promise;
    } finally {
      signal?.removeEventListener('abort', onAbort);
    }
  }

  return {
    async run(work, options = {}) {
      options.signal?.throwIfAborted();
      if (running < maxConcurrency) running += 1;
      // The call that ends passes its slot on, so `running` does not change.
      else await waitForTurn(options);
      try {
        return await work();
      } finally {
        const next = takeNext();
        if (next === undefined) running -= 1;
        else next();
      }
    },
  };
}
