import type { User } from '@stockbook/api/schemas';

/** The step that the server requires of the user before it answers other calls. */
export type Requirement = 'password' | 'second-factor';

/** The pages as this browser showed them last, of a user whose session the server has not confirmed yet. */
export interface Restored {
  /** Without address and names, which are not kept. */
  readonly user: User;
  /** When what the page of this path shows was fetched, in milliseconds since 1970; of the list if it is not kept. */
  savedAt(path: string): number;
  /** Whether what the page of this path shows is kept. */
  hasPage(path: string): boolean;
  /** Answers a call to the server. Rejects with a TypeError, as without a network, if the answer is not kept. */
  fetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response>;
}

/** Whose data this browser keeps. */
export interface DeviceOwner {
  readonly userId: string;
  /** Of `StoredTokens`; null after a sign-in that the server has refused. */
  readonly signIn: string | null;
}

/** Data of a user in this browser beside local storage. */
export interface DeviceData {
  owner(): DeviceOwner | null;
  /**
   * Removes it; null if there is nothing. Never rejects: the next start of the page finishes what fails.
   * @param keepsDevice whether this browser goes on receiving messages
   */
  forget(keepsDevice: boolean): Promise<void> | null;
  /** Whether the page itself was answered by the service worker without the server. */
  isPageStored(): boolean;
  /** The pages as they were seen last in this sign-in; null if they are not kept. Never rejects. */
  restore(signIn: string | null): Promise<Restored | null>;
}

/** `isUnreachable`: the session check or the token renewal got no response and is being retried. */
export type SessionState =
  | { readonly status: 'loading'; readonly user: null; readonly isUnreachable: boolean }
  | {
      readonly status: 'authenticated';
      readonly user: User;
      readonly isUnreachable: boolean;
      readonly requirement?: Requirement | undefined;
      /** Until the server confirms the session. */
      readonly restored?: Restored | undefined;
    }
  | {
      readonly status: 'anonymous';
      readonly user: null;
      readonly isUnreachable: false;
      /** Whether the server refused the token with a 401, which leads to the sign-in page. */
      readonly isRefused: boolean;
      /** Why the session has ended, for the sign-in page. */
      readonly message?: string | undefined;
    };

export interface RenewedToken {
  readonly access_token: string;
  /** Replaces the one that was sent. */
  readonly refresh_token?: string | undefined;
  readonly expires_at: string;
}

/** The response to a sign-in or sign-up. */
export interface TokenPair extends RenewedToken {
  readonly refresh_token: string;
}

export interface StoredTokens {
  readonly accessToken: string;
  readonly refreshToken: string | null;
  /** When the access token expires, in milliseconds since 1970; NaN if unknown. */
  readonly expiresAt: number;
  /** Identifies the sign-in, whose tokens change; null if they were stored by an earlier version. */
  readonly signIn: string | null;
}

/** Stores the tokens, shared by all tabs of the browser. */
export interface TokenStorage {
  read(): StoredTokens | null;
  /** Stores the tokens of a new sign-in. */
  start(tokens: TokenPair): void;
  /** Replaces the tokens of the stored sign-in. Without a refresh token, keeps the stored one. */
  replace(tokens: RenewedToken): void;
  clear(): void;
  /** Calls back when another tab may have changed the tokens. Returns the function that unsubscribes. */
  subscribe(listener: () => void): () => void;
}

/** Each rejects with a `ServerUnavailableError` if the same request may succeed later, else with the server's error. */
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
  readonly deviceData: DeviceData;
  /** Runs one task at a time across all tabs. */
  withLock<T>(task: () => Promise<T>): Promise<T>;
  /** Removes the stored state of all users except `exceptUserId`. */
  clearUserState(exceptUserId?: string): void;
}

export interface Session {
  getState(): SessionState;
  subscribe(listener: () => void): () => void;
  /** Subscribes to token changes of all tabs. Resolves after the first session check. */
  start(): Promise<void>;
  stop(): void;
  /**
   * The access token to send, or null if signed out. Renews it if due; concurrent calls, also in other tabs, share one
   * renewal. Rejects if the token has expired and could not be renewed.
   */
  accessToken(): Promise<string | null>;
  /** Signs out after a 401 to this access token, unless the token has been replaced since. */
  invalidate(accessToken: string | null): void;
  /**
   * Stores the tokens, fetches the user and becomes authenticated. Clears the tokens and rejects if the server refuses
   * the user; retries while the server is unavailable.
   */
  login(tokens: TokenPair): Promise<void>;
  /** Continues this sign-in with new tokens, after its previous ones were revoked. */
  replaceTokens(tokens: TokenPair): Promise<void>;
  /** Notes what the server requires of the user; undefined if that has been fulfilled. */
  setRequirement(requirement: Requirement | undefined): void;
  /** Signs out locally in any case, and revokes the session on the server if it is reachable. */
  logout(): Promise<void>;
  /** Signs out locally only, after the server has ended the session; the sign-in page shows `message`. */
  clear(message?: string): void;
  /** Retries immediately if the server could not be reached. */
  retryNow(): void;
}
