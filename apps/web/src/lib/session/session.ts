import { serverSentence, serverStatus } from '../api/server-error.ts';
import { retryDelayMs } from './back-off.ts';
import { ServerUnavailableError } from './server-unavailable.ts';
import { createTokenRenewal } from './token-renewal.ts';
import type { Session, SessionDependencies, SessionState, StoredTokens } from './types.ts';

/** The maximum delay of `setTimeout`; a longer one fires immediately. */
const maxTimerDelayMs = 2 ** 31 - 1;
/** How long `logout` waits for the server: the user sees the page until then. */
const revocationTimeoutMs = 2000;

const loading = { status: 'loading', user: null, isUnreachable: false } as const;

/** Identifies a session across the renewals of its tokens. */
function sessionKeyOf(tokens: StoredTokens | null): string | null {
  return tokens && (tokens.signIn ?? tokens.refreshToken ?? tokens.accessToken);
}

/** The session of this browser: owns the tokens, the state, and one timer for renewals and retries. */
export function createSession(dependencies: SessionDependencies): Session {
  const { storage, refresh, me, revoke, clearUserState, clock } = dependencies;
  const renewal = createTokenRenewal({ ...dependencies, onRenewed, onRefused });
  const listeners = new Set<() => void>();
  let state: SessionState = loading;
  let sessionKey: string | null = null;
  let latestCheck = 0;
  let isChecking = false;
  let failures = 0;
  let isRetryScheduled = false;
  let cancelTimer = () => {};
  let unsubscribeFromStorage = () => {};

  function setState(next: SessionState): void {
    state = next;
    for (const listener of listeners) listener();
  }

  function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }

  function setTimer(delayMs: number, isRetry: boolean): void {
    cancelTimer();
    cancelTimer = clock.setTimer(() => void check(), Math.min(Math.max(0, delayMs), maxTimerDelayMs));
    isRetryScheduled = isRetry;
  }

  function clearTimer(): void {
    cancelTimer();
    isRetryScheduled = false;
  }

  function scheduleRenewal(): void {
    const time = renewal.nextRenewal();
    if (time === Number.POSITIVE_INFINITY) clearTimer();
    else setTimer(time - clock.now(), false);
  }

  /** Ends the retries after a successful call. */
  function onReached(): void {
    failures = 0;
    scheduleRenewal();
    if (state.status === 'authenticated' && state.isUnreachable) setState({ ...state, isUnreachable: false });
  }

  function onRenewed(): void {
    sessionKey = sessionKeyOf(storage.read());
    onReached();
  }

  /** Keeps the tokens and retries later. Several callers may report the same failure. */
  function onUnavailable({ retryAfterMs }: ServerUnavailableError): void {
    if (isRetryScheduled) return;
    failures += 1;
    setTimer(retryDelayMs(failures, clock.random(), retryAfterMs), true);
    setState({ ...(state.status === 'authenticated' ? state : loading), isUnreachable: true });
  }

  function becomeAnonymous(isRefused: boolean, message?: string): void {
    clearTimer();
    failures = 0;
    sessionKey = null;
    // Invalidates pending checks, which belong to the session that has ended.
    latestCheck += 1;
    isChecking = false;
    if (state.status === 'anonymous' && !isRefused) return;
    setState({ status: 'anonymous', user: null, isUnreachable: false, isRefused, message });
  }

  function signOut(reason: unknown): void {
    storage.clear();
    becomeAnonymous(serverStatus(reason) === 401);
  }

  /** The refresh token has expired, was revoked, or was replaced by a response that this browser did not store. */
  function onRefused(reason: unknown): void {
    storage.clear();
    becomeAnonymous(serverStatus(reason) === 401, serverSentence(reason) ?? undefined);
  }

  /** Renews the token if due, and fetches the user if unknown. Rejects if the server refuses either. */
  async function resolveUser(): Promise<void> {
    latestCheck += 1;
    const thisCheck = latestCheck;
    const isOutdated = () => thisCheck !== latestCheck;
    clearTimer();
    isChecking = true;
    try {
      const accessToken = await renewal.freshAccessToken();
      if (isOutdated()) return;
      if (accessToken === null) {
        becomeAnonymous(false);
        return;
      }
      if (state.status !== 'authenticated') {
        const user = await me(accessToken);
        if (isOutdated()) return;
        clearUserState(user.id);
        setState({ status: 'authenticated', user, isUnreachable: false });
      }
      onReached();
    } catch (error) {
      if (isOutdated()) return;
      if (!(error instanceof ServerUnavailableError)) {
        signOut(error);
        throw error;
      }
      onUnavailable(error);
    } finally {
      if (!isOutdated()) isChecking = false;
    }
  }

  async function check(): Promise<void> {
    try {
      await resolveUser();
    } catch {
      // `resolveUser` has already signed out.
    }
  }

  function onStorageChange(): void {
    const tokens = storage.read();
    if (!tokens) {
      becomeAnonymous(false);
      return;
    }
    // Without a plan, this tab would immediately renew a short-lived token that another tab has just renewed.
    renewal.planRenewal(tokens.accessToken, tokens.expiresAt);
    const isSameSession = sessionKeyOf(tokens) === sessionKey;
    sessionKey = sessionKeyOf(tokens);
    if (isSameSession && !state.isUnreachable) {
      scheduleRenewal();
      return;
    }
    // Unmounts all pages of the previous user.
    if (!isSameSession && state.status === 'authenticated') setState(loading);
    void check();
  }

  /** Resolves when the state is no longer loading. */
  function settled(): Promise<void> {
    return new Promise((resolve) => {
      const unsubscribe = subscribe(() => {
        if (state.status === 'loading') return;
        unsubscribe();
        resolve();
      });
    });
  }

  async function revokeOnServer({ accessToken, refreshToken, expiresAt }: StoredTokens): Promise<void> {
    try {
      const hasExpired = refreshToken !== null && expiresAt <= clock.now();
      await revoke(hasExpired ? (await refresh(refreshToken)).access_token : accessToken);
    } catch {
      // Signed out locally in any case; on the server, the session ends when its tokens expire.
    }
  }

  return {
    getState: () => state,
    subscribe,

    async start() {
      unsubscribeFromStorage = storage.subscribe(onStorageChange);
      sessionKey = sessionKeyOf(storage.read());
      if (sessionKey) await check();
      else becomeAnonymous(false);
    },

    stop() {
      unsubscribeFromStorage();
      clearTimer();
    },

    async accessToken() {
      try {
        return await renewal.freshAccessToken();
      } catch (error) {
        if (error instanceof ServerUnavailableError) onUnavailable(error);
        throw error;
      }
    },

    invalidate(accessToken) {
      if ((storage.read()?.accessToken ?? null) !== accessToken) return;
      storage.clear();
      becomeAnonymous(true);
    },

    async login(tokens) {
      renewal.planRenewal(tokens.access_token, Date.parse(tokens.expires_at));
      storage.start(tokens);
      sessionKey = sessionKeyOf(storage.read());
      if (state.status === 'authenticated') setState(loading);
      await resolveUser();
      if (state.status === 'loading') await settled();
    },

    async replaceTokens(tokens) {
      renewal.planRenewal(tokens.access_token, Date.parse(tokens.expires_at));
      storage.replace(tokens);
      // A call with the revoked token may have signed out before.
      if (state.status === 'authenticated') onRenewed();
      else await check();
    },

    setRequirement(requirement) {
      if (state.status !== 'authenticated' || state.requirement === requirement) return;
      setState({ ...state, requirement });
    },

    async logout() {
      const tokens = storage.read();
      // First, because the page may be closed before the server responds.
      storage.clear();
      clearUserState();
      if (tokens) {
        const revocation = revokeOnServer(tokens);
        const timeout = new Promise<void>((resolve) => {
          clock.setTimer(resolve, revocationTimeoutMs);
        });
        if (!state.isUnreachable) await Promise.race([revocation, timeout]);
      }
      // Another tab may have signed in during the revocation.
      if (!storage.read()) becomeAnonymous(false);
    },

    clear(message) {
      storage.clear();
      clearUserState();
      becomeAnonymous(false, message);
    },

    retryNow() {
      if (state.isUnreachable && !isChecking) void check();
    },
  };
}
