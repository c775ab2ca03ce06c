import { AppError, addressBlock } from '@stockbook/api';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

declare module 'fastify' {
  interface FastifyInstance {
    requestBudget: RequestBudget;
  }
  interface FastifyRequest {
    /** The charges so far; null before the request is counted. */
    charges: Charge[] | null;
  }
}

/** A computed response costs ten times as much as a cached one, as it does for the server. */
const pointsComputed = 10;
const pointsCached = 1;

interface Charge {
  readonly limiter: RateLimiterMemory;
  readonly key: string;
  left: RateLimiterRes;
}

/** Called for the first request of a window that exceeds a limit: those that follow cost no more than their 429. */
type OnExceeded = (error: AppError, request: FastifyRequest, userId: string | null) => void;

/**
 * The limits of an address and of a user, for REST and tRPC together. Counted in memory: they protect this process, not
 * an account. The `ratelimit-*` headers count computed responses.
 */
export class RequestBudget {
  readonly #perMinute: number;
  readonly #onExceeded: OnExceeded;
  readonly #addresses: RateLimiterMemory;
  readonly #users: RateLimiterMemory;

  constructor(perMinute: number, onExceeded: OnExceeded) {
    const options = { points: perMinute * pointsComputed, duration: 60 };
    this.#perMinute = perMinute;
    this.#onExceeded = onExceeded;
    this.#addresses = new RateLimiterMemory({ ...options, keyPrefix: 'address' });
    this.#users = new RateLimiterMemory({ ...options, keyPrefix: 'user' });
  }

  /**
   * Counts requests of the address, before the body is read.
   * @param weights one for each call
   * @throws AppError TOO_MANY_REQUESTS
   */
  chargeAddress(request: FastifyRequest, weights: readonly number[] = [1]): Promise<void> {
    const requests = weights.reduce((sum, weight) => sum + this.#counted(weight), 0);
    return this.#charge(request, pointsComputed * requests, null);
  }

  /** Counts a call against the limit of its user, as one request by default. @throws AppError TOO_MANY_REQUESTS */
  chargeUser(userId: string, request: FastifyRequest, requests = 1): Promise<void> {
    return this.#charge(request, pointsComputed * this.#counted(requests), userId);
  }

  /** As how many requests an expensive call counts: half of a low limit at most. */
  #counted(weight: number): number {
    return Math.min(weight, Math.ceil(this.#perMinute / 2));
  }

  /** Reduces the cost of a request whose response was in the cache. */
  async refundCached({ charges }: FastifyRequest): Promise<void> {
    for (const charge of charges ?? []) {
      charge.left = await charge.limiter.reward(charge.key, pointsComputed - pointsCached);
    }
  }

  /** Charges the user, or the address of the request for null. */
  async #charge(request: FastifyRequest, points: number, userId: string | null): Promise<void> {
    const limiter = userId === null ? this.#addresses : this.#users;
    const key = userId ?? addressBlock(request.ip);
    const charge = (left: RateLimiterRes) => {
      request.charges = [...(request.charges ?? []), { limiter, key, left }];
    };
    try {
      charge(await limiter.consume(key, points));
    } catch (exceeded) {
      if (!(exceeded instanceof RateLimiterRes)) throw exceeded;
      charge(exceeded);
      const retryAfterS = Math.max(1, Math.ceil(exceeded.msBeforeNext / 1000));
      const error = new AppError(
        'TOO_MANY_REQUESTS',
        `Too many requests: try again in ${retryAfterS} seconds`,
        { retryAfterS, exceededLimit: this.#perMinute },
      );
      if (exceeded.consumedPoints - points <= limiter.points) this.#onExceeded(error, request, userId);
      throw error;
    }
  }

  /** Writes the headers for the limit of which the least is left, unless an error has those of another limit. */
  report({ charges }: FastifyRequest, reply: FastifyReply): void {
    const [tightest] = (charges ?? []).toSorted((a, b) => a.left.remainingPoints - b.left.remainingPoints);
    if (!tightest || reply.hasHeader('ratelimit-limit')) return;
    const { remainingPoints, msBeforeNext } = tightest.left;
    reply.headers({
      'ratelimit-limit': this.#perMinute,
      'ratelimit-remaining': Math.max(0, Math.floor(remainingPoints / pointsComputed)),
      'ratelimit-reset': Math.ceil(msBeforeNext / 1000),
    });
  }
}

/** Stops a client from using up the processor: applies the limit of an address to all routes of `app`. */
export function limitRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request) => app.requestBudget.chargeAddress(request));
  app.addHook('onSend', (request, reply, payload, done) => {
    app.requestBudget.report(request, reply);
    done(null, payload);
  });
}
