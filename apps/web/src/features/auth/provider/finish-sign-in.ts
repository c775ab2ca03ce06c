import { publicClient } from '#lib/api/public-client.ts';
import { describeFailure } from '#lib/api/server-error.ts';
import { timedFetch } from '#lib/api/timed-fetch.ts';
import type { Session, TokenPair } from '#lib/session/types.ts';

/** Why no session has begun, for the user. */
export interface SignInFailure {
  readonly message: string;
  readonly detail: string | null;
}

class Refusal extends Error {}

/** The fragment of the address, which is replaced at once: neither history nor referrers keep its code. */
let kept = '';

export function keepFragment(fragment: string): void {
  kept = fragment;
}

export function isFragmentKept(): boolean {
  return kept !== '';
}

function isTokenPair(body: unknown): body is TokenPair {
  return (
    typeof body === 'object' &&
    body !== null &&
    ['access_token', 'refresh_token', 'expires_at'].every(
      (name) => name in body && typeof Object(body)[name] === 'string',
    )
  );
}

/** The code works only with the cookie of the callback, which no path but this one receives. */
async function exchangeCode(code: string): Promise<TokenPair> {
  const response = await timedFetch('/api/auth/oidc/exchange', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code }),
  });
  const body: unknown = await response.json().catch(() => null);
  if (response.ok && isTokenPair(body)) return body;
  const message = typeof body === 'object' && body !== null && 'error' in body ? body.error : null;
  throw new Refusal(typeof message === 'string' ? message : 'Login failed');
}

async function exchange(fragment: string): Promise<TokenPair> {
  const parameters = new URLSearchParams(fragment);
  const code = parameters.get('code');
  if (code !== null) return exchangeCode(code);
  return publicClient.auth.operatorSession.mutate({ code: parameters.get('session') ?? '' });
}

/** Signs in by the code of the fragment that was kept. Resolves with null, or with the reason why not. */
export async function finishSignIn(session: Session): Promise<SignInFailure | null> {
  const fragment = kept;
  kept = '';
  try {
    await session.login(await exchange(fragment));
    return null;
  } catch (error) {
    if (error instanceof Refusal) return { message: error.message, detail: null };
    const [message, detail] = describeFailure(error, 'Login failed');
    return { message, detail };
  }
}
