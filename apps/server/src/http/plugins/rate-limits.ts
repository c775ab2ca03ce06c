import { AppError, addressBlock } from '@stockbook/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/** Takes requests of an address's allowance. Rejects with the allowance when it is used up. */
export type RequestLimit = (request: FastifyRequest) => Promise<RateLimiterRes>;

/** A batch through the tRPC door counts as as many requests as it has calls. */
function callsOf({ params }: FastifyRequest): number {
  const { path = '' } = params as { path?: string };
  return path.split(',').length;
}

/** One allowance for both doors, kept by this process alone: it guards the process, not an account. */
export function createRequestLimit(perMinute: number): RequestLimit {
  const limiter = new RateLimiterMemory({ points: perMinute, duration: 60 });
  return (request) => limiter.consume(addressBlock(request.ip), callsOf(request));
}

/** Bounds the requests to everything registered on `app`, and tells the allowance in the headers. */
export function limitRequests(app: FastifyInstance, limit: RequestLimit, perMinute: number): void {
  app.addHook('onRequest', async (request, reply) => {
    const tell = ({ remainingPoints, msBeforeNext }: RateLimiterRes) => {
      reply.headers({
        'ratelimit-limit': perMinute,
        'ratelimit-remaining': Math.max(0, remainingPoints),
        'ratelimit-reset': Math.ceil(msBeforeNext / 1000),
      });
    };
    try {
      tell(await limit(request));
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      tell(refusal);
      const retryAfterS = Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
      throw new AppError('TOO_MANY_REQUESTS', `Too many requests: try again in ${retryAfterS} seconds`, {
        retryAfterS,
      });
    }
  });
}
