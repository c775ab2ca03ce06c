import { hash, type Options, verify } from '@node-rs/argon2';
import { AppError } from '../../errors.ts';

/** OWASP's first recommendation for Argon2id (the library's default algorithm): 19 MiB, 2 passes, 1 lane. */
const options: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * The hash of a password that nobody knows, made with the same options. Where there is no account the same
 * work is done on it, so that the answer takes as long as it would for an account.
 */
export const decoyHash =
  '$argon2id$v=19$m=19456,t=2,p=1$YUJAspcJ9n4lyTZl+P3Lww$Fr5CU8jPAM1s71hEaJNL3okcBGLRF5PP2GtDiReZl+M';

/** So many hashes at once leave the thread pool room for files, names and compression. */
const atOnce = 2;

/** So many more may wait: some seconds' worth. Whoever comes then is told to come back. */
const maxWaiting = 100;

export interface PasswordHasher {
  /** @throws AppError SERVICE_UNAVAILABLE when too many wait already */
  hash(password: string): Promise<string>;
  /**
   * Whether a password belongs to a hash; null is the hash of an account that does not exist.
   * @throws AppError SERVICE_UNAVAILABLE when too many wait already
   */
  verify(passwordHash: string | null, password: string): Promise<boolean>;
}

/** Hashing is slow and large by design: a few run at a time, and a bounded number waits for its turn. */
export function createPasswordHasher(): PasswordHasher {
  let running = 0;
  const waiting: (() => void)[] = [];

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running >= atOnce) {
      if (waiting.length >= maxWaiting) {
        throw new AppError('SERVICE_UNAVAILABLE', 'Too many people are signing in: try again in a moment', {
          retryAfterS: 3,
        });
      }
      // Whoever ends passes the place on: `running` stays as it is.
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  }

  return {
    hash: (password) => inTurn(() => hash(password, options)),
    async verify(passwordHash, password) {
      const isRight = await inTurn(() => verify(passwordHash ?? decoyHash, password));
      return isRight && passwordHash !== null;
    },
  };
}
