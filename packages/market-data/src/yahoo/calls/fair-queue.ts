import type { CallOptions } from '../../provider/provider.ts';

/** Limits how many calls run at a time, and shares the turns between those who wait. */
export interface TurnQueue {
  /**
   * Runs `work` once it is its requester's turn. Requesters take turns, one call each; calls without a requester run
   * only while no requester waits. An aborted `signal` withdraws a call that still waits.
   */
  run<T>(work: () => Promise<T>, options?: CallOptions): Promise<T>;
}

type Start = () => void;

export function createTurnQueue(maxConcurrency: number): TurnQueue {
  let running = 0;
  /** Never holds an empty list. The first requester is the next one to be served. */
  const waitingByRequester = new Map<string, Start[]>();
  const background: Start[] = [];

  function takeNext(): Start | undefined {
    for (const [requester, waiting] of waitingByRequester) {
      const start = waiting.shift();
      // A map keeps the order of insertion: whoever has been served goes to the end.
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
    const place = waiting?.indexOf(start) ?? -1;
    if (waiting === undefined || place === -1) return;
    waiting.splice(place, 1);
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
      // A call that ends hands its place on: `running` stays as it is.
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
