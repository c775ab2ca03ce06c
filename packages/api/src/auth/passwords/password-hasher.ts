import { hash, type Options, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';
import { AppError } from '../../errors.ts';

/** OWASP's first recommendation for Argon2id (the library's default algorithm): 19 MiB, 2 passes, 1 lane. */
const options: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * The hash of a random, discarded password, made with `options`. `verify` uses it if the account does not exist, so
 * that the response time does not reveal whether an account exists.
 */
export const decoyHash =
  '$argon2id$v=19$m=19456,t=2,p=1$YUJAspcJ9n4lyTZl+P3Lww$Fr5CU8jPAM1s71hEaJNL3okcBGLRF5PP2GtDiReZl+M';

/** Half of libuv's four threads: the others stay free for files, DNS and compression. */
const maxConcurrency = 2;

/** Some seconds of hashing. Further requests fail with SERVICE_UNAVAILABLE. */
const maxWaiting = 100;

export interface PasswordHasher {
  /** @throws AppError SERVICE_UNAVAILABLE if `maxWaiting` calls are already waiting */
  hash(password: string): Promise<string>;
  /**
   * Whether a password matches a hash; pass null if the account does not exist.
   * @throws AppError SERVICE_UNAVAILABLE if `maxWaiting` calls are already waiting
   */
  verify(passwordHash: string | null, password: string): Promise<boolean>;
}

/** Hashing costs much time and memory by design: its concurrency and its queue are bounded. */
export function createPasswordHasher(): PasswordHasher {
  const limit = pLimit(maxConcurrency);

  function enqueue<T>(work: () => Promise<T>): Promise<T> {
    if (limit.pendingCount >= maxWaiting) {
      throw new AppError('SERVICE_UNAVAILABLE', 'Too many people are signing in: try again in a moment', {
        retryAfterS: 3,
      });
    }
    return limit(work);
  }

  return {
    hash: async (password) => enqueue(() => hash(password, options)),
    async verify(passwordHash, password) {
      const isMatch = await enqueue(() => verify(passwordHash ?? decoyHash, password));
      return isMatch && passwordHash !== null;
    },
  };
}
