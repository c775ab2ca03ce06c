import { retryDelayMs } from './back-off.ts';
import { ServerUnavailableError } from './server-unavailable.ts';
import type { StoredTokens } from './token-storage.ts';
import type { SessionDependencies } from './types.ts';

/** While a token that still serves could not be renewed, the retries keep the pace of this many failures. */
const retriesWithValidToken = 4;
/** A token is renewed this long before it expires, in milliseconds, or in the last fifth of a shorter life. */
const marginMs = 60_000;

interface TokenRenewalOptions
  extends Pick<SessionDependencies, 'storage' | 'refresh' | 'withLock' | 'clock'> {
  onRenewed: () => void;
  /** The server refused the renewal: the sign-in is over. */
  onRefused: (reason: unknown) => void;
}

/** Renews the stored access token when it is due. */
export function createTokenRenewal(options: TokenRenewalOptions) {
  const { storage, refresh, withLock, clock, onRenewed, onRefused } = options;
  /** When to renew which access token; none for a token whose arrival was not observed. */
  let plan: { readonly accessToken: string; readonly time: number } | null = null;
  let renewal: Promise<string | null> | null = null;

  function dueTime({ accessToken, refreshToken, expiresAt }: StoredTokens): number {
    if (!refreshToken || Number.isNaN(expiresAt)) return Number.POSITIVE_INFINITY;
    return plan?.accessToken === accessToken ? plan.time : expiresAt - marginMs;
  }

  /** Plans the renewal of a token on its arrival, when its lifetime is known (`expiresAt` in ms since 1970). */
  function planRenewal(accessToken: string, expiresAt: number): void {
    if (plan?.accessToken === accessToken) return;
    const life = expiresAt - clock.now();
    // On a clock that runs ahead of the server's every token seems expired: the server is to judge it.
    plan = { accessToken, time: clock.now() + (life > 0 ? life - Math.min(marginMs, life / 5) : marginMs) };
  }

  async function renew(): Promise<string | null> {
    const tokens = storage.read();
    // Another tab may have renewed it while this one waited for the lock.
    if (!tokens?.refreshToken || dueTime(tokens) > clock.now()) return tokens?.accessToken ?? null;
    // Signed out meanwhile, or in again: the answer is about neither.
    const isOutdated = () => storage.read()?.refreshToken !== tokens.refreshToken;
    try {
      const renewed = await refresh(tokens.refreshToken);
      if (!isOutdated()) {
        planRenewal(renewed.access_token, Date.parse(renewed.expires_at));
        storage.save(renewed);
        onRenewed();
      }
    } catch (error) {
      if (isOutdated()) return storage.read()?.accessToken ?? null;
      if (!(error instanceof ServerUnavailableError)) {
        onRefused(error);
        throw error;
      }
      if (tokens.expiresAt <= clock.now()) throw error;
      // The token still serves. Without a new plan every call would try the renewal first.
      const delayMs = retryDelayMs(retriesWithValidToken, clock.random(), error.retryAfterMs);
      plan = { accessToken: tokens.accessToken, time: Math.min(clock.now() + delayMs, tokens.expiresAt) };
    }
    return storage.read()?.accessToken ?? null;
  }

  return {
    planRenewal,

    /** When the stored token should be renewed, in milliseconds since 1970; infinite if never. */
    nextRenewal(): number {
      const tokens = storage.read();
      return tokens ? dueTime(tokens) : Number.POSITIVE_INFINITY;
    },

    /** The access token to send now; see `Session.accessToken`. */
    async freshAccessToken(): Promise<string | null> {
      const tokens = storage.read();
      if (!tokens || dueTime(tokens) > clock.now()) return tokens?.accessToken ?? null;
      renewal ??= withLock(renew).finally(() => {
        renewal = null;
      });
      return renewal;
    },
  };
}
