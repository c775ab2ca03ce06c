import type { Env } from '../env.ts';
import type { AppOptions } from './app.ts';

/** The options of the Fastify instance that the environment decides. */
export function appOptionsOf(env: Env): Omit<AppOptions, 'log'> {
  return {
    trustProxy: env.TRUST_PROXY,
    corsOrigins: env.CORS_ORIGINS,
    hasMcp: env.MCP,
    isPwaOn: env.PWA,
    rateLimitPerMinute: env.RATE_LIMIT_PER_MINUTE,
    maxConnectionsPerAddress: env.CONNECTION_LIMIT_PER_ADDRESS,
  };
}
