import type { ChannelKind, Database, EntityManager, SecurityEventKind, WatchListReads } from '@stockbook/db';
import type { MarketDataProvider } from '@stockbook/market-data';
import type { Credential } from './auth/credential.ts';
import type { AuthLimits } from './auth/limits/auth-limits.ts';
import type { IdentityProvider } from './auth/oidc/identity-provider.ts';
import type { PasswordHasher } from './auth/passwords/password-hasher.ts';
import type { PasswordRules } from './auth/passwords/password-rules.ts';
import type { Principal, Sessions } from './auth/sessions/sessions.ts';
import type { Log } from './log.ts';
import type { Notifier } from './notifications/notifier.ts';
import type { Quotas } from './quotas/quotas.ts';
import type { QuoteServices } from './quotes/quote-services.ts';
import type { SecurityEvents } from './security-events/security-events.ts';
import type { KeyedMutex } from './streaming/keyed-mutex.ts';
import type { OutputStream } from './streaming/output-stream.ts';
import type { SignUpMode } from './system/schemas.ts';
import type { UnparsedBody } from './unparsed-body.ts';

/** Objects that live as long as the process. The server's `composition` creates them. */
export interface Services {
  readonly database: Database;
  readonly marketData: MarketDataProvider;
  readonly sessions: Sessions;
  readonly watchLists: WatchListReads;
  readonly limits: AuthLimits;
  readonly quotas: Quotas;
  readonly notifier: Notifier;
  readonly quotes: QuoteServices;
  /** Bounds memory: per user, one buffered and one streamed large response at a time. */
  readonly largeReads: KeyedMutex;
  /** By user: the figures of portfolios that are being computed. */
  readonly figureTurns: KeyedMutex;
  /**
   * The changes of a user, one at a time: they would wait for the lock of the user's row anyway, each with a
   * connection to the database that other users then lack.
   */
  readonly writeTurns: KeyedMutex;
  /** The turns of large inputs of all users. */
  readonly largeInputs: KeyedMutex;
  readonly passwords: PasswordHasher;
  readonly passwordRules: PasswordRules;
  readonly accountPolicy: AccountPolicy;
  /** Null if the operator has set none. */
  readonly identityProvider: IdentityProvider | null;
  readonly securityEvents: SecurityEvents;
  readonly calculationBudgets: CalculationBudgets;
  readonly observer: Observer;
  readonly clock: () => Date;
  readonly log: Log;
  readonly version: string;
  /** The newer version that `UPDATE_CHECK` found; null if there is none, or the check is off. */
  readonly newerVersion: () => string | null;
  /** Differs between two builds whose responses may differ. Part of every ETag. */
  readonly programVersion: string;
  readonly startedAt: Date;
}

/** Of calculation, without waiting for turns. */
interface CalculationBudgets {
  readonly previewMs: number;
  /** For all stocks of a screen. */
  readonly screenMs: number;
}

/** Settings of the operator for all accounts. */
interface AccountPolicy {
  readonly signUp: SignUpMode;
  readonly requiresSecondFactor: boolean;
  /** Whether a password signs in; without, it only confirms what a sign-in does. */
  readonly hasPasswordSignIn: boolean;
  /** The name of the identity provider for `Sign in with …`; null without one. */
  readonly providerName: string | null;
  /** `PUBLIC_URL`, without a slash at its end. */
  readonly publicUrl: string | null;
  readonly securityEventRetentionMs: number;
}

/**
 * How an attempt of a job ended: `ok`; `failed` permanently, with a stored message; `waiting` for a rate limit;
 * `handed_back` by a stopping worker; or `error`, to be retried.
 */
export type JobOutcome = 'ok' | 'failed' | 'waiting' | 'handed_back' | 'error';

/**
 * How an attempt to send a message ended: `retrying` if it failed and will be repeated; `failed` permanently;
 * `cancelled` because the channel, the stock or its switch is gone; `held` by the limit of messages per hour.
 */
export type DeliveryOutcome = 'delivered' | 'retrying' | 'failed' | 'cancelled' | 'held';

/** Receives events for metrics. */
export interface Observer {
  /** Called when a procedure has ended. `name` is its dotted name, `code` is `OK` or the error's code. */
  operation(call: { name: string; code: string; seconds: number }): void;
  /** Called when the rules that watch a stock have been evaluated on its new bars. */
  ruleEvaluation(evaluation: { seconds: number }): void;
  /** Called when signals have been stored. */
  signals(count: number): void;
  /** Called when an attempt of a job has ended. */
  job(run: { name: string; outcome: JobOutcome; seconds: number }): void;
  /** Called when an attempt to send a message has ended. */
  delivery(attempt: { kind: ChannelKind; outcome: DeliveryOutcome }): void;
  /** Called when a source of quotes has answered, or failed. */
  quoteFetch(fetch: {
    source: string;
    way: string;
    outcome: string;
    calls: number;
    seconds: number;
    refusals: readonly string[];
    skewedTimes: number;
  }): void;
  /** Called with the ages of quotes that were sent, in seconds. */
  quotesServed(ages: readonly number[]): void;
  /** Called when signals of levels during the session have been stored. */
  sessionSignals(count: number): void;
  /** Called when a security event was recorded. */
  securityEvent(kind: SecurityEventKind): void;
}

/** A cookie that scripts of a page cannot read. */
interface DeviceSecret {
  /** Null if the client has sent none. */
  readonly value: string | null;
  /** Sends it with the response; the client keeps it for 90 days. */
  store(value: string): void;
}

/** Context of a request, the same for both transports. */
export interface RequestContext {
  readonly services: Services;
  readonly requestId: string;
  /** The client's IP address, after `TRUST_PROXY` was applied. */
  readonly address: string;
  /** The client's program and system, by its `user-agent`: `Firefox on Linux`. */
  readonly client: string;
  /** The origin of the page that sent the request; for other clients that of the server, as they address it. */
  readonly pageOrigin: string;
  /** The header, which browsers send with each change; null without it. */
  readonly origin: string | null;
  /** Sends the cookie of a sign-in at the identity provider, which the client keeps for ten minutes. */
  readonly storeFlow: (cookie: string) => void;
  /** The secret by which the client is recognised as a device of its user. */
  readonly device: DeviceSecret;
  /** The bearer token of the `authorization` header. */
  readonly bearer: string | null;
  /** Called with the authenticated user and the kind of credential, for the request log. */
  readonly onAuthenticated: (userId: string, credential: Credential['kind']) => void;
  /**
   * Counts a call against the limit of its user, as one request by default.
   * @throws AppError TOO_MANY_REQUESTS
   */
  readonly admitUser: (userId: string, requests?: number) => Promise<void>;
  /**
   * Passes ownership of a stream to the transport, which closes it when the response ends or the client disconnects.
   */
  readonly adopt: (stream: OutputStream) => void;
  /** Makes a signal that is aborted when the client disconnects, or when the response has been sent. */
  readonly clientSignal: () => AbortSignal;
  /** Set if the request has already been authenticated for the procedure that it calls. */
  readonly principal?: Principal;
  /** Set for a large body of a procedure that has it parsed by a worker thread: the input of the call is empty. */
  readonly unparsedBody?: UnparsedBody;
  /** Set for a large body with prices of an own instrument: the JSON text of these, which the input lacks. */
  readonly barsText?: string;
  /** Set for a batch: runs its calls one after the other. At once, they would be ahead of the requests of others. */
  readonly inTurn?: <Result>(call: () => Promise<Result>) => Promise<Result>;
  /** Looks up whether the client or the response cache has the response with this key, and sets its ETag. */
  readonly lookUp: (key: string) => boolean;
  /**
   * Called with the output in the transaction of the use case, which has no effect if this rejects. Set for a request
   * with an idempotency key.
   */
  readonly storeOutput?: (tx: EntityManager, output: object) => Promise<void>;
}

/** Stands for an output that was not produced: the transport sends 304 or the stored bytes. */
export class CachedResponse {}

/** Context of a use case: the services, the request and an entity manager of its own. */
export interface ProcedureContext extends Omit<RequestContext, 'principal' | 'lookUp' | 'storeOutput'> {
  readonly em: EntityManager;
  /**
   * Produces an output unless the response is fresh.
   * @param key JSON that changes whenever the output may change; read from the database before the output is, otherwise
   *   an old output could be cached under a new key
   */
  cached<Output>(key: readonly unknown[], produce: () => Promise<Output>): Promise<Output | CachedResponse>;
}

/** The context of a use case that both requests and tasks call. */
export interface ActorContext<Names extends keyof Services> {
  readonly em: EntityManager;
  readonly user: { readonly id: string };
  readonly services: Pick<Services, Names>;
}

/** Context of a use case that requires authentication. */
export interface UserContext extends ProcedureContext {
  readonly user: Principal['user'];
  readonly credential: Credential;
}
