/**
 * A queue in which keys, for example users, take turns: the next item is the first one of the key that has used the
 * least. A key that comes or returns is counted like the key of the last turn: absence neither costs nor earns.
 */
export class FairQueue<Item> {
  /** No list is empty. */
  readonly #items = new Map<string, Item[]>();
  /** Of absent keys only what exceeds `#least`. */
  readonly #used = new Map<string, number>();
  /** The use of the last turn's key before that turn. */
  #least = 0;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(key: string, item: Item): void {
    this.#size += 1;
    const items = this.#items.get(key);
    if (items) {
      items.push(item);
      return;
    }
    this.#items.set(key, [item]);
    this.#used.set(key, Math.max(this.#least, this.#used.get(key) ?? 0));
  }

  /**
   * The item whose turn it is. It stays in the queue.
   * @param accepts whether a turn can be that of this item; if not, its key is passed over
   */
  next(accepts: (item: Item) => boolean = () => true): { key: string; item: Item } | undefined {
    let next: { key: string; item: Item; used: number } | undefined;
    for (const [key, [item]] of this.#items) {
      if (item === undefined || !accepts(item)) continue;
      const used = this.#used.get(key) ?? 0;
      if (!next || used < next.used) next = { key, item, used };
    }
    if (next) this.#least = Math.max(this.#least, next.used);
    return next;
  }

  /** Adds to what a key has used, in any unit: that of all keys is the same. */
  charge(key: string, amount: number): void {
    this.#used.set(key, (this.#used.get(key) ?? 0) + amount);
  }

  /** Does nothing if the item is not in the queue. */
  remove(key: string, item: Item): void {
    const items = this.#items.get(key);
    const index = items?.indexOf(item) ?? -1;
    if (!items || index === -1) return;
    items.splice(index, 1);
    this.#size -= 1;
    if (items.length === 0) this.#items.delete(key);
    for (const [other, used] of this.#used) {
      if (used <= this.#least && !this.#items.has(other)) this.#used.delete(other);
    }
  }

  /** The last item of the key that has the most. */
  lastOfLongest(): { key: string; item: Item } | undefined {
    let longest: { key: string; items: Item[] } | undefined;
    for (const [key, items] of this.#items) {
      if (!longest || items.length > longest.items.length) longest = { key, items };
    }
    const item = longest?.items.at(-1);
    return longest && item !== undefined ? { key: longest.key, item } : undefined;
  }
}

/** Whose turn a call takes. */
export interface Turn {
  /** A user or an address block, for example. */
  readonly key?: string | undefined;
  /** Calls in the background, by default those without a key, wait until no other call waits. */
  readonly isBackground?: boolean;
  /** Calls that come after those of the foreground, and before those in the background. */
  readonly isDeferred?: boolean;
  /** Aborting it removes a waiting call. */
  readonly signal?: AbortSignal | undefined;
}

/** Runs calls as the keys take turns; each takes one turn. */
export type FairLimit = <Result>(call: () => Promise<Result>, turn: Turn) => Promise<Result>;

interface Waiting {
  start(): void;
  reject(error: unknown): void;
}

/**
 * @param options.maxConcurrency calls that run at the same time
 * @param options.maxWaiting further ones: one more, and the last call of the key with the most is rejected, in the
 *   background first
 * @param options.tooMany makes the error of that call
 */
export function createFairLimit({
  maxConcurrency,
  maxWaiting = Number.POSITIVE_INFINITY,
  tooMany = () => new Error('Too many calls are waiting'),
}: {
  maxConcurrency: number;
  maxWaiting?: number;
  tooMany?: () => Error;
}): FairLimit {
  const foreground = new FairQueue<Waiting>();
  const deferred = new FairQueue<Waiting>();
  const background = new FairQueue<Waiting>();
  let running = 0;

  function startNext(): void {
    if (running >= maxConcurrency) return;
    const queue = [foreground, deferred, background].find(({ size }) => size > 0);
    const next = queue?.next();
    if (!queue || !next) return;
    queue.charge(next.key, 1);
    queue.remove(next.key, next.item);
    next.item.start();
  }

  function rejectExcess(): void {
    if (foreground.size + deferred.size + background.size <= maxWaiting) return;
    const queue = [background, deferred].find(({ size }) => size > 0) ?? foreground;
    const last = queue.lastOfLongest();
    if (!last) return;
    queue.remove(last.key, last.item);
    last.item.reject(tooMany());
  }

  async function run<Result>(call: () => Promise<Result>): Promise<Result> {
    running += 1;
    try {
      return await call();
    } finally {
      running -= 1;
      startNext();
    }
  }

  return async (call, { key = '', isDeferred = false, isBackground = key === '', signal }) => {
    signal?.throwIfAborted();
    const queue = isDeferred ? deferred : isBackground ? background : foreground;
    return new Promise((resolve, reject) => {
      const waiting = {
        start() {
          signal?.removeEventListener('abort', onAbort);
          resolve(run(call));
        },
        reject(error: unknown) {
          signal?.removeEventListener('abort', onAbort);
          reject(error);
        },
      };
      const onAbort = () => {
        queue.remove(key, waiting);
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      queue.add(key, waiting);
      startNext();
      rejectExcess();
    });
  };
}
