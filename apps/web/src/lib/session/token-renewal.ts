import { retryDelayMs } from './back-off.ts';
import { ServerUnavailableError } from './server-unavailable.ts';
import type { Clock, SessionDependencies, StoredTokens } from './types.ts';

/** The back-off for a failed renewal of a still valid token uses this constant number of failures: about 4 to 8 s. */
const failuresWithValidToken = 4;
/** Tokens are renewed this long before they expire, or in the last fifth of a lifetime below 5 minutes. */
const renewalMarginMs = 60_000;
/** The lock is kept this long after a renewal: a write to local storage reaches other tabs later than its release. */
const propagationMs = 1000;

interface TokenRenewalOptions
  extends Pick<SessionDependencies, 'storage' | 'refresh' | 'withLock' | 'clock'> {
  onRenewed: () => void;
  /** Called when the server refuses the renewal, which ends the session. */
  onRefused: (reason: unknown) => void;
}

/** When to renew the access token, in milliseconds since 1970. */
function createRenewalPlan(clock: Clock) {
  /** Null for a token stored before the page loaded. */
  let plan: { readonly accessToken: string; readonly time: number } | null = null;

  return {
    /** Infinity for never. */
    dueTime({ accessToken, refreshToken, expiresAt }: StoredTokens): number {
      if (!refreshToken || Number.isNaN(expiresAt)) return Number.POSITIVE_INFINITY;
      return plan?.accessToken === accessToken ? plan.time : expiresAt - renewalMarginMs;
    },

    planRenewal({ accessToken, expiresAt }: StoredTokens): void {
      if (plan?.accessToken === accessToken) return;
      const lifetimeMs = expiresAt - clock.now();
      // If this clock is ahead of the server's, a new token seems expired: use it until the server rejects it.
      const delayMs =
        lifetimeMs > 0 ? lifetimeMs - Math.min(renewalMarginMs, lifetimeMs / 5) : renewalMarginMs;
      plan = { accessToken, time: clock.now() + delayMs };
    },

    /**
     * Uses valid tokens on after their renewal failed. Without a new plan, every call would first try to renew them.
     */
    postpone({ accessToken, expiresAt }: StoredTokens, retryAfterMs: number): void {
      const delayMs = retryDelayMs(failuresWithValidToken, clock.random(), retryAfterMs);
      plan = { accessToken, time: Math.min(clock.now() + delayMs, expiresAt) };
    },
  };
}

/** Renews the stored access token when it is due. */
export function createTokenRenewal(options: TokenRenewalOptions) {
  const { storage, refresh, withLock, clock, onRenewed, onRefused } = options;
  const { dueTime, planRenewal, postpone } = createRenewalPlan(clock);
  let renewal: Promise<string | null> | null = null;

  async function renew(): Promise<string | null> {
    const tokens = storage.read();
    // Another tab may have renewed the token while this one waited for the lock.
    if (!tokens?.refreshToken || dueTime(tokens) > clock.now()) return tokens?.accessToken ?? null;
    // After a sign-out or a new sign-in, the result belongs to a previous session.
    const isOutdated = () => storage.read()?.refreshToken !== tokens.refreshToken;
    try {
      const renewed = await refresh(tokens.refreshToken);
      if (!isOutdated()) {
        storage.replace(renewed);
        const stored = storage.read();
        if (stored) planRenewal(stored);
        onRenewed();
      }
    } catch (error) {
      if (isOutdated()) return storage.read()?.accessToken ?? null;
      if (!(error instanceof ServerUnavailableError)) {
        onRefused(error);
        throw error;
      }
      if (tokens.expiresAt <= clock.now()) throw error;
      postpone(tokens, error.retryAfterMs);
    }
    return storage.read()?.accessToken ?? null;
  }

  /** Renews under the lock, or takes the tokens of another tab as soon as they arrive. */
  function renewOnce(): Promise<string | null> {
    let unsubscribe = () => {};
    const renewed = new Promise<string | null>((resolve, reject) => {
      unsubscribe = storage.subscribe(() => {
        const tokens = storage.read();
        if (!tokens || dueTime(tokens) > clock.now()) resolve(tokens?.accessToken ?? null);
      });
      withLock(async () => {
        const before = storage.read()?.accessToken ?? null;
        const accessToken = await renew();
        resolve(accessToken);
        if (accessToken !== before) await new Promise<void>((done) => clock.setTimer(done, propagationMs));
      }).catch(reject);
    });
    return renewed.finally(unsubscribe);
  }

  return {
    planRenewal,

    /** When to renew the stored token, in milliseconds since 1970; infinity for never. */
    nextRenewal(): number {
      const tokens = storage.read();
      return tokens ? dueTime(tokens) : Number.POSITIVE_INFINITY;
    },

    /** The access token to send now; see `Session.accessToken`. */
    async freshAccessToken(): Promise<string | null> {
      const tokens = storage.read();
      if (!tokens || dueTime(tokens) > clock.now()) return tokens?.accessToken ?? null;
      renewal ??= renewOnce().finally(() => {
        renewal = null;
      });
      return renewal;
    },
  };
}
