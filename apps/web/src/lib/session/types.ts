import type { User } from '@stockbook/api/schemas';
import type { TokenStorage } from './token-storage.ts';

/** `isUnreachable`: the session check or the token renewal gets no answer and is being retried. */
export type SessionState =
  | { readonly status: 'loading'; readonly user: null; readonly isUnreachable: boolean }
  | { readonly status: 'authenticated'; readonly user: User; readonly isUnreachable: boolean }
  | {
      readonly status: 'anonymous';
      readonly user: null;
      readonly isUnreachable: false;
      /** Whether the server refused the token with a 401, which leads to the sign-in page. */
      readonly isRefused: boolean;
    };

export interface RenewedToken {
  readonly access_token: string;
  readonly expires_at: string;
}

/** The answer to a sign-in or sign-up. */
export interface TokenPair extends RenewedToken {
  readonly refresh_token: string;
}

/** Each rejects with a `ServerUnavailableError` if the server did not decide, else with the reason of its refusal. */
export interface SessionCalls {
  refresh(refreshToken: string): Promise<RenewedToken>;
  me(accessToken: string): Promise<User>;
  revoke(accessToken: string): Promise<void>;
}

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Returns the function that cancels the timer. */
  setTimer(callback: () => void, delayMs: number): () => void;
  /** From 0 to 1. */
  random(): number;
}

export interface SessionDependencies extends SessionCalls {
  readonly storage: TokenStorage;
  readonly clock: Clock;
  /** Runs one task at a time across all tabs. */
  withLock<T>(task: () => Promise<T>): Promise<T>;
  /** Removes what is stored for users, except for the one with this id. */
  clearUserState(exceptUserId?: string): void;
}

export interface Session {
  getState(): SessionState;
  subscribe(listener: () => void): () => void;
  /** Follows the stored tokens, in whichever tab they change. Resolves after the first session check. */
  start(): Promise<void>;
  stop(): void;
  /**
   * The access token to send now, or null if nobody is signed in. Renews it if it is due: once, however many callers
   * wait, across tabs too. Rejects if the token has expired and could not be renewed.
   */
  accessToken(): Promise<string | null>;
  /** The server answered 401 to this access token: signs out, unless the token has been replaced since. */
  invalidate(accessToken: string | null): void;
  /**
   * Stores the tokens and fetches the user; authenticated afterwards. Rejects, without tokens, if the server refuses
   * to name the user. If it does not answer, tries again until it does.
   */
  login(tokens: TokenPair): Promise<void>;
  /** Ends the sign-in here, in any case, and on the server, if it can be reached. */
  logout(): Promise<void>;
  /** Ends the sign-in here alone: it has ended on the server. */
  clear(): void;
  /** Retries at once if the server could not be reached. */
  retryNow(): void;
}
