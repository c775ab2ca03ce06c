import type { AppError } from '../errors.ts';

export interface KeyedMutexOptions {
  /** How many may wait for one key. */
  readonly maxWaiting: number;
  readonly maxWaitMs: number;
  /** The error of a request that would exceed either. */
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

/** One owner at a time for each key; others wait in order of arrival. An owner may enter several times. */
export class KeyedMutex {
  readonly #held = new Map<string, Held>();
  readonly #options: KeyedMutexOptions;

  constructor(options: KeyedMutexOptions) {
    this.#options = options;
  }

  /** @returns a function that leaves again; call it once */
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
