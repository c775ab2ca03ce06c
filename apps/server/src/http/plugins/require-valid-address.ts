import { AppError } from '@stockbook/api';
import type { FastifyInstance } from 'fastify';

export function invalidAddress(): AppError {
  return new AppError('BAD_REQUEST', 'The address is not validly percent-encoded');
}

/** Bytes outside ASCII that are not percent-encoded never come here: Node's HTTP parser rejects them. */
function isValid(address: string): boolean {
  try {
    decodeURIComponent(address);
    return true;
  } catch {
    return false;
  }
}

/**
 * Rejects requests whose address is not percent-encoded UTF-8. The router checks paths only; in a query, Fastify keeps
 * what it cannot decode as it is, and tRPC replaces it by U+FFFD.
 */
export function requireValidAddress(app: FastifyInstance): void {
  app.addHook('onRequest', ({ url }, _, done) => {
    done(isValid(url) ? undefined : invalidAddress());
  });
}
