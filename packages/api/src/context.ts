import type { Database, EntityManager, EtagLoader } from '@stockbook/db';
import type { MarketDataProvider } from '@stockbook/market-data';
import type { AuthLimits } from './auth/limits/auth-limits.ts';
import type { PasswordHasher } from './auth/passwords/password-hasher.ts';
import type { User } from './auth/schemas.ts';
import type { Sessions } from './auth/sessions/sessions.ts';
import type { Quotas } from './quotas/quotas.ts';
import type { JsonStream } from './streaming/json-stream.ts';
import type { KeyedMutex } from './streaming/keyed-mutex.ts';

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
  readonly sessions: Sessions;
  readonly versions: EtagLoader;
  readonly limits: AuthLimits;
  readonly quotas: Quotas;
  /** By user: who reads values of indicators. */
  readonly indicatorReads: KeyedMutex;
  readonly passwords: PasswordHasher;
  readonly observer: Observer;
  readonly clock: () => Date;
  readonly log: Log;
  readonly version: string;
  /** Differs between any two programs whose responses may differ. */
  readonly programVersion: string;
  readonly startedAt: Date;
}

/**
 * How a try of a job ended: well; with a sentence that says why not; waiting for a rate limit to pass; handed back by a
 * worker that stops; or thrown out of, to be tried again.
 */
export type JobOutcome = 'ok' | 'failed' | 'waiting' | 'handed_back' | 'error';

/** Told of what happened, for measurements. */
export interface Observer {
  /** A procedure has ended: its dotted name, `OK` or the error's code, and how long it took. */
  operation(call: { name: string; code: string; seconds: number }): void;
  /** A try of a job has ended. */
  job(run: { name: string; outcome: JobOutcome; seconds: number }): void;
}

/** What a request brings along, whichever door it came through. */
export interface RequestContext {
  readonly services: Services;
  readonly requestId: string;
  /** The client's address, as the server trusts it. */
  readonly address: string;
  /** The bearer token of the `authorization` header. */
  readonly bearer: string | null;
  /** Tells the door who is asking, for its log. */
  readonly onAuthenticated: (userId: string) => void;
  /** Hands a stream over to the transport, which closes it when its response has ended or its client is gone. */
  readonly adopt: (stream: JsonStream) => void;
}

/** What a deed works with: the services, and an entity manager of its own. */
export interface ProcedureContext extends Services, Omit<RequestContext, 'services'> {
  readonly em: EntityManager;
}

/** What proves who somebody is: a sign-in's access token, or a token they made for a script. */
export interface Credential {
  readonly kind: 'sign-in' | 'personal-access-token';
  /** Of the sign-in or of the token. */
  readonly id: string;
  readonly expiresAt: Date;
}

/** A deed of a signed-in user. */
export interface UserContext extends ProcedureContext {
  readonly user: User;
  readonly credential: Credential;
}
