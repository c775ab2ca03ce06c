import { AppError } from '@stockbook/api';
import type { FastifyInstance } from 'fastify';

export function invalidAddress(): AppError {
  return new AppError('BAD_REQUEST', 'The address is not validly percent-encoded');
}

/** Node's HTTP parser has already rejected unencoded bytes outside ASCII. */
function isValid(address: string): boolean {
  try {
    // The bundler removes calls of `decodeURIComponent` whose value is unused.
    return decodeURIComponent(address) !== '';
  } catch {
    return false;
  }
}

/**
 * Stops two different addresses from naming the same thing: rejects URLs that are not percent-encoded UTF-8. The
 * router checks only paths; in a query, Fastify leaves invalid sequences undecoded, and tRPC replaces them by U+FFFD.
 */
export function requireValidAddress(app: FastifyInstance): void {
  app.addHook('onRequest', ({ url }, _, done) => {
    done(isValid(url) ? undefined : invalidAddress());
  });
}
