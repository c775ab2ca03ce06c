import type { User } from '@stockbook/api/schemas';
import { useSyncExternalStore } from 'react';
import { freshAccessToken, noteNewToken, renewalTime } from './renew-token.ts';
import { clearTokens, readTokens, saveTokens, subscribeToTokens } from './token-storage.ts';
import { trpcClient } from './trpc-client.ts';

export type Session =
  | { readonly status: 'loading'; readonly user: null }
  | { readonly status: 'authenticated'; readonly user: User }
  | { readonly status: 'anonymous'; readonly user: null };

/** What sign-in and sign-up answer with. */
export interface NewTokens {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly expires_at: string;
}

const anonymous: Session = { status: 'anonymous', user: null };
/** The longest delay that timers take, in milliseconds. */
const longestDelayMs = 2 ** 31 - 1;

let session: Session = { status: 'loading', user: null };
let isSigningIn = false;
/** Tells one sign-in from another, whatever its access token is renewed to. */
let signInKey: string | null = null;
let renewalTimer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function become(next: Session): void {
  session = next;
  for (const listener of listeners) listener();
}

export function getSession(): Session {
  return session;
}

export function subscribeToSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Who is signed in, as React state. */
export function useSession(): Session {
  return useSyncExternalStore(subscribeToSession, getSession);
}

async function fetchUser(): Promise<User> {
  const user: User | null = await trpcClient.auth.me.query();
  if (!user) throw new Error('The server did not say who is signed in.');
  return user;
}

function storedSignInKey(): string | null {
  const tokens = readTokens();
  return tokens && (tokens.refreshToken ?? tokens.accessToken);
}

/** Asks who the stored token belongs to. Without an answer the tokens go, and nobody is signed in. */
async function resolveUser(): Promise<void> {
  const asked = signInKey;
  // Another sign-in that comes meanwhile is asked about on its own, and this answer is not about it.
  const isOutdated = () => storedSignInKey() !== asked;
  try {
    const user = await fetchUser();
    if (!isOutdated()) become({ status: 'authenticated', user });
  } catch {
    // Whatever went wrong, the visitor sees it: nobody is signed in, and the sign-in form is one click away.
    if (!isOutdated()) clearTokens();
  }
}

function scheduleRenewal(): void {
  clearTimeout(renewalTimer);
  const tokens = readTokens();
  const time = tokens ? renewalTime(tokens) : Number.POSITIVE_INFINITY;
  if (time === Number.POSITIVE_INFINITY) return;
  const delay = Math.min(Math.max(0, time - Date.now()), longestDelayMs);
  renewalTimer = setTimeout(() => {
    // A failed renewal has signed out, which the page shows; one that can wait is planned anew.
    freshAccessToken().then(scheduleRenewal, scheduleRenewal);
  }, delay);
}

function onTokensChanged(): void {
  const tokens = readTokens();
  // Without this a tab that did not renew the token itself would renew a short-lived one at once, and so on.
  if (tokens) noteNewToken(tokens.accessToken, tokens.expiresAt);
  scheduleRenewal();
  const isSameSignIn = storedSignInKey() === signInKey;
  signInKey = storedSignInKey();
  if (!tokens) {
    if (session.status !== 'anonymous') become(anonymous);
  } else if (!isSameSignIn && !isSigningIn) {
    // Nothing of whoever was signed in before may stay on the page.
    if (session.status === 'authenticated') become({ status: 'loading', user: null });
    void resolveUser();
  }
}

/** Reads the stored tokens and follows them from now on, in whichever tab they change. */
export async function startSession(): Promise<() => void> {
  const stop = subscribeToTokens(onTokensChanged);
  scheduleRenewal();
  signInKey = storedSignInKey();
  if (signInKey) await resolveUser();
  else become(anonymous);
  return () => {
    stop();
    clearTimeout(renewalTimer);
  };
}

/**
 * Takes the tokens of a sign-in or sign-up and fetches the user; authenticated afterwards. Rejects, with no token
 * kept, when the server does not say who signed in.
 */
export async function enterSession(tokens: NewTokens): Promise<void> {
  isSigningIn = true;
  try {
    noteNewToken(tokens.access_token, Date.parse(tokens.expires_at));
    saveTokens(tokens);
    become({ status: 'authenticated', user: await fetchUser() });
  } catch (error) {
    clearTokens();
    throw error;
  } finally {
    isSigningIn = false;
  }
}

/**
 * Ends every sign-in of this user, here and on other devices. Rejects, and stays signed in, when the server does not
 * do it: somebody who asks for this must not be left believing that it is done.
 */
export async function leaveSessionEverywhere(): Promise<void> {
  await trpcClient.auth.logoutAll.mutate();
  clearTokens();
}

/** Ends the sign-in here and on the server. Here it ends in any case, also when the server cannot be told. */
export async function leaveSession(): Promise<void> {
  try {
    await trpcClient.auth.logout.mutate();
  } catch {
    // The server then ends the sign-in when its tokens expire; who signs out sees themselves signed out.
  } finally {
    clearTokens();
  }
}
