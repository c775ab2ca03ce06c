import { AppError } from '../errors.ts';

export interface KeyedMutexOptions {
  /** Per key. */
  readonly maxWaiting: number;
  readonly maxWaitMs: number;
  /** Makes the error if either maximum is exceeded. */
  readonly busy: () => AppError;
}

interface Waiting {
  readonly owner: string;
  readonly enter: () => void;
}

interface Held {
  owner: string;
  depth: number;
  waiting: readonly Waiting[];
}

/** A reentrant mutex per key. Waiting owners enter in order of arrival. */
export class KeyedMutex {
  readonly #held = new Map<string, Held>();
  readonly #options: KeyedMutexOptions;

  constructor(options: KeyedMutexOptions) {
    this.#options = options;
  }

  /**
   * @returns the function that leaves; call it exactly once
   * @throws AppError of `busy`
   */
  async enter(key: string, owner: string): Promise<() => void> {
    const held = this.#held.get(key);
    if (!held) this.#held.set(key, { owner, depth: 1, waiting: [] });
    else if (held.owner === owner) held.depth += 1;
    else await this.#wait(held, owner);
    return () => this.#leave(key);
  }

  #wait(held: Held, owner: string): Promise<void> {
    const { maxWaiting, maxWaitMs, busy } = this.#options;
    if (held.waiting.length >= maxWaiting) throw busy();
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        held.waiting = held.waiting.filter((other) => other !== entry);
        reject(busy());
      }, maxWaitMs);
      const entry: Waiting = {
        owner,
        enter() {
          clearTimeout(timer);
          resolve();
        },
      };
      held.waiting = [...held.waiting, entry];
    });
  }

  #leave(key: string): void {
    const held = this.#held.get(key);
    if (!held) return;
    held.depth -= 1;
    if (held.depth > 0) return;
    const [next] = held.waiting;
    if (!next) {
      this.#held.delete(key);
      return;
    }
    const entering = held.waiting.filter(({ owner }) => owner === next.owner);
    held.waiting = held.waiting.filter(({ owner }) => owner !== next.owner);
    held.owner = next.owner;
    held.depth = entering.length;
    for (const { enter } of entering) enter();
  }
}

/**
 * Bounds memory: per user, one buffered and one streamed large response at a time. Simultaneous requests of a user wait
 * for each other.
 */
export function createLargeReads(): KeyedMutex {
  return new KeyedMutex({
    maxWaiting: 100,
    maxWaitMs: 10_000,
    busy: () =>
      new AppError('TOO_MANY_REQUESTS', 'Your earlier requests for much data are still being answered', {
        retryAfterS: 10,
      }),
  });
}

/**
 * The changes of a user, one at a time: they would wait for the lock of the user's row anyway, each with a connection to the
 * database that other users then lack.
 */
export function createWriteTurns(): KeyedMutex {
  return new KeyedMutex({
    maxWaiting: 100,
    maxWaitMs: 10_000,
    busy: () =>
      new AppError('TOO_MANY_REQUESTS', 'Your earlier changes are still being made', { retryAfterS: 10 }),
  });
}
