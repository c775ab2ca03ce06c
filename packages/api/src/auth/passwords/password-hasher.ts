import { hash, type Options, verify } from '@node-rs/argon2';
import { createHashQueue, type HashTurn } from './hash-queue.ts';

/** OWASP's first recommendation for Argon2id (the library's default algorithm): 19 MiB, 2 passes, 1 lane. */
const options: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * The hash of a random, discarded password, made with `options`. `verify` uses it if the account does not exist, so
 * that the response time does not reveal whether an account exists.
 */
export const decoyHash =
  '$argon2id$v=19$m=19456,t=2,p=1$YUJAspcJ9n4lyTZl+P3Lww$Fr5CU8jPAM1s71hEaJNL3okcBGLRF5PP2GtDiReZl+M';

export interface PasswordHasher {
  /** @throws AppError SERVICE_UNAVAILABLE if too many calls are waiting */
  hash(password: string, turn: HashTurn): Promise<string>;
  /**
   * Whether a password matches a hash; pass null if the account does not exist.
   * @throws AppError SERVICE_UNAVAILABLE if too many calls are waiting
   */
  verify(passwordHash: string | null, password: string, turn: HashTurn): Promise<boolean>;
}

/** Hashing costs much time and memory by design: its concurrency and its queue are bounded. */
export function createPasswordHasher(): PasswordHasher {
  const enqueue = createHashQueue();
  return {
    hash: (password, turn) => enqueue(() => hash(password, options), turn),
    async verify(passwordHash, password, turn) {
      const isMatch = await enqueue(() => verify(passwordHash ?? decoyHash, password), turn);
      return isMatch && passwordHash !== null;
    },
  };
}
