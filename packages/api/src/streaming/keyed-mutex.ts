import { AppError } from '../errors.ts';

/** Per key. Further owners, and those who wait for longer, are rejected. */
const maxWaiting = 100;
const maxWaitMs = 10_000;

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
  readonly #busyMessage: string;

  constructor(busyMessage: string) {
    this.#busyMessage = busyMessage;
  }

  /**
   * @returns the function that leaves; call it exactly once
   * @throws AppError TOO_MANY_REQUESTS
   */
  async enter(key: string, owner: string): Promise<() => void> {
    const held = this.#held.get(key);
    if (!held) this.#held.set(key, { owner, depth: 1, waiting: [] });
    else if (held.owner === owner) held.depth += 1;
    else await this.#wait(held, owner);
    return () => this.#leave(key);
  }

  #wait(held: Held, owner: string): Promise<void> {
    const busy = () => new AppError('TOO_MANY_REQUESTS', this.#busyMessage, { retryAfterS: 10 });
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
