import { AppError } from '../errors.ts';
import { KeyedMutex } from './keyed-mutex.ts';

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
