import { serverSentence, serverStatus } from '../api/server-error.ts';
import { createSessionCheck, type SessionCheck } from './session-check.ts';
import { createSessionState, type SessionStateMachine } from './session-state.ts';
import { createTokenRenewal } from './token-renewal.ts';
import type { Session, SessionDependencies, StoredTokens } from './types.ts';

/** How long `logout` waits for the server: the user sees the page until then. */
const revocationTimeoutMs = 2000;

const notToldSentence =
  'Signed out on this device. The server could not be told; the sign-in ends there by itself.';

/** Identifies the session across the renewals of its tokens. */
function createSessionKey() {
  let key: string | null = null;
  return {
    /** Continues with these tokens. Returns whether they belong to the session before. */
    continueWith(tokens: StoredTokens | null): boolean {
      const previous = key;
      key = tokens && (tokens.signIn ?? tokens.refreshToken ?? tokens.accessToken);
      return key === previous;
    },

    forget() {
      key = null;
    },
  };
}

/**
 * Revokes the session on the server. Never rejects: without the revocation, the session ends when its tokens expire.
 */
async function revokeOnServer(
  { refresh, revoke, clock }: SessionDependencies,
  { accessToken, refreshToken, expiresAt }: StoredTokens,
): Promise<void> {
  try {
    const hasExpired = refreshToken !== null && expiresAt <= clock.now();
    await revoke(hasExpired ? (await refresh(refreshToken)).access_token : accessToken);
  } catch {
    // Signed out locally in any case.
  }
}

/** Signing in and out, in this browser and on the server. */
function signInAndOut(
  dependencies: SessionDependencies,
  state: SessionStateMachine,
  check: SessionCheck,
  adopt: (tokens: StoredTokens | null) => void,
): Pick<Session, 'login' | 'replaceTokens' | 'logout' | 'clear'> {
  const { storage, clearUserState, clock, deviceData } = dependencies;
  /** Ends the session after a sign-out on purpose, and removes what its pages have stored since that began. */
  const end = (message?: string) => {
    check.end(false, message);
    clearUserState();
  };
  return {
    async login(tokens) {
      storage.start(tokens);
      adopt(storage.read());
      if (state.get().status === 'authenticated') state.toLoading();
      await check.resolveUser();
      if (state.get().status === 'loading') await state.settled();
    },

    async replaceTokens(tokens) {
      storage.replace(tokens);
      adopt(storage.read());
      // A call with the revoked token may have signed out before.
      if (state.get().status === 'authenticated') check.onReached();
      else await check.check();
    },

    async logout() {
      const tokens = storage.read();
      // First, because the page may be closed before the server responds.
      storage.clear();
      clearUserState();
      const forgotten = deviceData.forget(false);
      // A check without tokens would end the session before, without the sentence below.
      check.stop();
      const { isUnreachable } = state.get();
      if (tokens) {
        const revocation = revokeOnServer(dependencies, tokens);
        const timeout = new Promise<void>((resolve) => {
          clock.setTimer(resolve, revocationTimeoutMs);
        });
        if (!isUnreachable) await Promise.race([revocation, timeout]);
      }
      await forgotten;
      // Another tab may have signed in during the revocation.
      if (!storage.read()) end(tokens && isUnreachable ? notToldSentence : undefined);
    },

    clear(message) {
      storage.clear();
      clearUserState();
      const forgotten = deviceData.forget(false);
      if (forgotten) void forgotten.then(() => end(message));
      else end(message);
    },
  };
}

/** Returns a function that follows a change of the tokens by another tab. */
function createStorageListener(
  { storage }: SessionDependencies,
  state: SessionStateMachine,
  check: SessionCheck,
  adopt: (tokens: StoredTokens | null) => boolean,
): () => void {
  return () => {
    const tokens = storage.read();
    if (!tokens) {
      check.end(false);
      return;
    }
    const { status, isUnreachable } = state.get();
    const isSameSession = adopt(tokens);
    if (isSameSession && !isUnreachable) {
      check.onReached();
      return;
    }
    // Unmounts all pages of the previous user.
    if (!isSameSession && status === 'authenticated') state.toLoading();
    void check.check();
  };
}

/** The session of this browser: owns the tokens, which all tabs share, and the state. */
export function createSession(dependencies: SessionDependencies): Session {
  const { storage, deviceData } = dependencies;
  const state = createSessionState();
  const key = createSessionKey();
  const renewal = createTokenRenewal({
    ...dependencies,
    onRenewed() {
      key.continueWith(storage.read());
      check.onReached();
    },
    // The refresh token has expired, was revoked, or was replaced by a response that this browser did not store.
    onRefused: (reason) => signOut(reason, serverSentence(reason) ?? undefined),
  });
  const check = createSessionCheck({
    ...dependencies,
    state,
    renewal,
    onRefused: signOut,
    onEnd: key.forget,
  });
  let unsubscribeFromStorage = () => {};

  function signOut(reason: unknown, message?: string): void {
    storage.clear();
    void deviceData.forget(true);
    check.end(serverStatus(reason) === 401, message);
  }

  /** Takes over new tokens. Returns whether they belong to the session before. */
  function adopt(tokens: StoredTokens | null): boolean {
    // Without a plan, this tab would immediately renew a short-lived token that another tab has just renewed.
    if (tokens) renewal.planRenewal(tokens);
    return key.continueWith(tokens);
  }

  const onStorageChange = createStorageListener(dependencies, state, check, adopt);

  return {
    getState: state.get,
    subscribe: state.subscribe,
    setRequirement: state.require,
    accessToken: check.accessToken,
    retryNow: check.retryNow,
    ...signInAndOut(dependencies, state, check, adopt),

    async start() {
      unsubscribeFromStorage = storage.subscribe(onStorageChange);
      const tokens = storage.read();
      key.continueWith(tokens);
      const owner = deviceData.owner();
      // The page was closed before a sign-out had removed everything.
      if (owner?.signIn && owner.signIn !== tokens?.signIn) await deviceData.forget(false);
      if (tokens) await check.first();
      else check.end(false);
    },

    stop() {
      unsubscribeFromStorage();
      check.stop();
    },

    invalidate(accessToken) {
      if ((storage.read()?.accessToken ?? null) !== accessToken) return;
      storage.clear();
      void deviceData.forget(true);
      check.end(true);
    },
  };
}
