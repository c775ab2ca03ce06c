import type { Database, EntityManager } from '@stockbook/db';
import type { MarketDataProvider } from '@stockbook/market-data';
import type { User } from './auth/schemas.ts';
import type { SignIns } from './auth/sign-ins.ts';

/** Structured logging as pino does it, so that this package needs no logger of its own. */
export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** What lives as long as the process; built once by the server's composition. */
export interface Services {
  readonly database: Database;
  readonly marketData: MarketDataProvider;
  readonly signIns: SignIns;
  readonly limits: AuthLimits;
  readonly clock: () => Date;
  readonly log: Log;
  readonly version: string;
  readonly startedAt: Date;
}

/**
 * Counts attempts to sign up, sign in or renew. Throws `TOO_MANY_REQUESTS` when there were too many from an
 * address, or for an account from an address.
 */
export interface AuthLimits {
  consume(attempt: { address: string; account?: string }): Promise<void>;
}

/** What a request brings along, whichever door it came through. */
export interface RequestContext {
  readonly services: Services;
  readonly requestId: string;
  /** The client's address, as the server trusts it. */
  readonly address: string;
  /** The bearer token of the `authorization` header. */
  readonly bearer: string | null;
}

/** What a deed works with: the services, and an entity manager of its own. */
export interface DeedContext extends Services {
  readonly em: EntityManager;
  readonly address: string;
  readonly bearer: string | null;
}

/** A deed of a signed-in user. */
export interface UserContext extends DeedContext {
  readonly user: User;
  readonly signInId: string;
  readonly expiresAt: Date;
}
