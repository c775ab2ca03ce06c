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
