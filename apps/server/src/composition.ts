import { createSignIns, type Services } from '@stockbook/api';
import type { Database } from '@stockbook/db';
import { createProvider } from '@stockbook/market-data';
import type { Logger } from 'pino';
import packageJson from '../package.json' with { type: 'json' };
import type { Env } from './env.ts';
import { createAuthLimits } from './http/rate-limits.ts';

/** Builds everything that lives as long as the process, once. */
export function compose(env: Env, database: Database, log: Logger): Services {
  const clock = () => new Date();
  return {
    database,
    marketData: createProvider({
      mode: env.MARKET_DATA,
      isProduction: env.NODE_ENV === 'production',
      clock,
      ...(env.MARKET_DATA_CSV_DIR === undefined ? {} : { csvDir: env.MARKET_DATA_CSV_DIR }),
      ...(env.YAHOO_URL === undefined ? {} : { yahooUrl: env.YAHOO_URL }),
      ...(env.YAHOO_USER_AGENT === undefined ? {} : { yahooUserAgent: env.YAHOO_USER_AGENT }),
    }),
    signIns: createSignIns(database, {
      accessTokenTtlS: env.ACCESS_TOKEN_TTL_S,
      refreshTokenTtlS: env.REFRESH_TOKEN_TTL_S,
      clock,
    }),
    limits: createAuthLimits(env.AUTH_RATE_LIMIT_PER_MINUTE),
    clock,
    log,
    version: packageJson.version,
    startedAt: clock(),
  };
}
