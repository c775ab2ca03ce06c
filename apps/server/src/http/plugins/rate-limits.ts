import { AppError, addressBlock } from '@stockbook/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/** Counts a request against the limit of its address. Rejects with a `RateLimiterRes` when the limit is exceeded. */
export type RequestLimit = (request: FastifyRequest) => Promise<RateLimiterRes>;

/** A tRPC batch counts as one request per call. */
function countCalls({ params }: FastifyRequest): number {
  const { '*': path = '' } = params as { '*'?: string };
  return path.split(',').length;
}

/** One limit for REST and tRPC together. Counted in memory: it protects this process, not an account. */
export function createRequestLimit(perMinute: number): RequestLimit {
  const limiter = new RateLimiterMemory({ points: perMinute, duration: 60 });
  return (request) => limiter.consume(addressBlock(request.ip), countCalls(request));
}

/** Applies the rate limit to all routes of `app`, and reports it in the `ratelimit-*` headers. */
export function limitRequests(app: FastifyInstance, limit: RequestLimit, perMinute: number): void {
  app.addHook('onRequest', async (request, reply) => {
    const setHeaders = ({ remainingPoints, msBeforeNext }: RateLimiterRes) => {
      reply.headers({
        'ratelimit-limit': perMinute,
        'ratelimit-remaining': Math.max(0, remainingPoints),
        'ratelimit-reset': Math.ceil(msBeforeNext / 1000),
      });
    };
    try {
      setHeaders(await limit(request));
    } catch (exceeded) {
      if (!(exceeded instanceof RateLimiterRes)) throw exceeded;
      setHeaders(exceeded);
      const retryAfterS = Math.max(1, Math.ceil(exceeded.msBeforeNext / 1000));
      throw new AppError('TOO_MANY_REQUESTS', `Too many requests: try again in ${retryAfterS} seconds`, {
        retryAfterS,
      });
    }
  });
}
