import type { AppRouter } from '@stockbook/api';
import { createTRPCClient, httpLink } from '@trpc/client';
import { serverStatus } from './server-error.ts';
import { timedFetch } from './timed-fetch.ts';
import { clearTokens, readTokens, type StoredTokens, saveTokens } from './token-storage.ts';

/** A token is renewed this long before it ends, in milliseconds, or in the last fifth of a shorter life. */
const marginMs = 60_000;
/** After a renewal that got no answer, the old token serves this long before the next try. */
const retryAfterMs = 15_000;

const lockName = 'stockbook-token-renewal';
const renewalClient = createTRPCClient<AppRouter>({ links: [httpLink({ url: '/trpc', fetch: timedFetch })] });

/** When this tab means to renew which token; it has no plan for one that it did not see arriving. */
let plan: { readonly accessToken: string; readonly time: number } | null = null;
let running: Promise<string | null> | null = null;

/** Notes a token on its arrival, while one can tell how long it lives (`expiresAt` in ms since 1970). */
export function noteNewToken(accessToken: string, expiresAt: number): void {
  if (plan?.accessToken === accessToken) return;
  const now = Date.now();
  const life = expiresAt - now;
  // A clock that runs ahead of the server's sees every token as ended: leave the judging to the server.
  const wait = life > 0 ? life - Math.min(marginMs, life / 5) : marginMs;
  plan = { accessToken, time: now + wait };
}

/** When the token is due for renewal, in milliseconds since 1970; never without a refresh token. */
export function renewalTime({ accessToken, refreshToken, expiresAt }: StoredTokens): number {
  if (!refreshToken || Number.isNaN(expiresAt)) return Number.POSITIVE_INFINITY;
  return plan?.accessToken === accessToken ? plan.time : expiresAt - marginMs;
}

/** One tab at a time, where the browser can: the others find the new token when their turn comes. */
function inTurn<T>(deed: () => Promise<T>): Promise<T> {
  return navigator.locks ? navigator.locks.request(lockName, deed) : deed();
}

async function renew(): Promise<string | null> {
  const tokens = readTokens();
  if (!tokens) return null;
  if (!tokens.refreshToken || renewalTime(tokens) > Date.now()) return tokens.accessToken;
  // Signed out meanwhile, or in anew: the answer is about neither.
  const isOutdated = () => readTokens()?.refreshToken !== tokens.refreshToken;
  try {
    const renewed = await renewalClient.auth.refresh.mutate({ refresh_token: tokens.refreshToken });
    if (isOutdated()) return readTokens()?.accessToken ?? null;
    noteNewToken(renewed.access_token, Date.parse(renewed.expires_at));
    saveTokens(renewed);
    return renewed.access_token;
  } catch (error) {
    if (isOutdated()) return readTokens()?.accessToken ?? null;
    if (canWait(error) && tokens.expiresAt > Date.now()) {
      plan = { accessToken: tokens.accessToken, time: Date.now() + retryAfterMs };
      return tokens.accessToken;
    }
    if (navigator.onLine) clearTokens();
    throw error;
  }
}

/** No answer, a busy or a broken server say nothing about the sign-in. */
function canWait(error: unknown): boolean {
  const status = serverStatus(error);
  return status === null || status === 429 || status >= 500;
}

/**
 * The access token to send now, or null when nobody is signed in. Renews it when it is due: once, however many
 * callers wait, across tabs too. A renewal that fails signs out (the tokens are cleared) and rejects, unless the
 * server merely could not answer and the token at hand still holds.
 */
export function freshAccessToken(): Promise<string | null> {
  const tokens = readTokens();
  if (!tokens || renewalTime(tokens) > Date.now()) return Promise.resolve(tokens?.accessToken ?? null);
  running ??= inTurn(renew).finally(() => {
    running = null;
  });
  return running;
}
