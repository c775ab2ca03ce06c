import { hash, type Options, verify } from '@node-rs/argon2';
import { createFairLimit } from '@stockbook/common/fair-queue';
import { AppError } from '../../errors.ts';

/** OWASP's first recommendation for Argon2id (the library's default algorithm): 19 MiB, 2 passes, 1 lane. */
const owaspOptions: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * The hash of a random, discarded password, made with `owaspOptions`. `verify` uses it if the account does not exist,
 * so that the response time does not reveal whether an account exists.
 */
export const decoyHash =
  '$argon2id$v=19$m=19456,t=2,p=1$YUJAspcJ9n4lyTZl+P3Lww$Fr5CU8jPAM1s71hEaJNL3okcBGLRF5PP2GtDiReZl+M';

/** Half of libuv's four threads: the others stay free for files, DNS and compression. */
const maxConcurrency = 2;

/** Some seconds of hashing. */
const maxWaiting = 100;

/** Address blocks take turns, known devices first, so that a flood delays itself only. */
export interface HashTurn {
  /** Whether the account's owner has signed in from this address block or device. */
  readonly isKnown: boolean;
  readonly block: string;
}

/** The operator's command line is served first. */
export const operatorTurn: HashTurn = { isKnown: true, block: 'operator' };

export interface PasswordHasher {
  /** @throws AppError SERVICE_UNAVAILABLE if too many calls are waiting */
  hash(password: string, turn: HashTurn): Promise<string>;
  /**
   * Whether a password matches a hash; pass null if the account does not exist.
   * @throws AppError SERVICE_UNAVAILABLE if too many calls are waiting
   */
  verify(passwordHash: string | null, password: string, turn: HashTurn): Promise<boolean>;
}

/**
 * Hashing costs much time and memory by design: its concurrency and its queue are bounded.
 * @param options cheaper ones in tests that do not concern passwords
 */
export function createPasswordHasher(options = owaspOptions): PasswordHasher {
  const limit = createFairLimit({
    maxConcurrency,
    maxWaiting,
    tooMany: () =>
      new AppError('SERVICE_UNAVAILABLE', 'Too many people are signing in: try again in a moment', {
        retryAfterS: 3,
      }),
  });
  const enqueue = <Result>(call: () => Promise<Result>, { block, isKnown }: HashTurn) =>
    limit(call, { key: block, isBackground: !isKnown });
  return {
    hash: (password, turn) => enqueue(() => hash(password, options), turn),
    async verify(passwordHash, password, turn) {
      const isMatch = await enqueue(() => verify(passwordHash ?? decoyHash, password), turn);
      return isMatch && passwordHash !== null;
    },
  };
}
