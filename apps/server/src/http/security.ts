import cors from '@fastify/cors';
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { consume } from './rate-limits.ts';

export interface SecurityOptions {
  readonly corsOrigins: readonly string[];
  readonly rateLimitPerMinute: number;
}

/** A batch counts as as many requests as it has calls. */
function callsOf(url: string): number {
  const [path = ''] = url.split('?');
  return path.startsWith('/trpc/') ? path.split(',').length : 1;
}

/** Response headers, foreign origins, and the allowance of requests that each address has. */
export async function security(
  app: FastifyInstance,
  { corsOrigins, rateLimitPerMinute }: SecurityOptions,
): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // lightweight-charts and the menus' positioning set styles on elements.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        connectSrc: ["'self'"],
        objectSrc: ["'none'"],
        frameAncestors: ["'none'"],
        // Plain HTTP is how it runs at home; a proxy that speaks TLS upgrades by itself.
        upgradeInsecureRequests: null,
      },
    },
    strictTransportSecurity: false,
  });
  await app.register(cors, { origin: [...corsOrigins], exposedHeaders: ['x-request-id', 'retry-after'] });

  const limiter = new RateLimiterMemory({ points: rateLimitPerMinute, duration: 60 });
  app.addHook('onRequest', async (request, reply) => {
    if (!/^\/(api|trpc)\//.test(request.url)) return;
    const { remainingPoints, msBeforeNext } = await consume(limiter, request.ip, callsOf(request.url));
    reply.headers({
      'ratelimit-limit': rateLimitPerMinute,
      'ratelimit-remaining': remainingPoints,
      'ratelimit-reset': Math.ceil(msBeforeNext / 1000),
    });
  });
}
