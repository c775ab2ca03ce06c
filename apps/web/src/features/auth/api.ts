import type { AppRouter } from '@stockbook/api';
import { createTRPCClient, httpLink, TRPCClientError } from '@trpc/client';
import { FormFailure } from '../../hooks/use-form.ts';
import { connectionSentence, errorSentence } from '../../lib/api/server-error.ts';
import { timedFetch } from '../../lib/api/timed-fetch.ts';
import type { Session, TokenPair } from '../../lib/session/types.ts';
import type { SignInValues } from './validate-sign-in.ts';
import type { SignUpValues } from './validate-sign-up.ts';

/** Sends no token: a wrong password also returns 401, which must not end an existing session. */
const client = createTRPCClient<AppRouter>({ links: [httpLink({ url: '/trpc', fetch: timedFetch })] });

async function authenticate(session: Session, call: Promise<TokenPair>, fallback: string): Promise<void> {
  try {
    const tokens = await call;
    if (!tokens?.access_token) throw new FormFailure('Invalid response from server');
    await session.login(tokens);
  } catch (error) {
    if (!(error instanceof TRPCClientError)) throw error;
    throw new FormFailure(errorSentence(error, fallback), connectionSentence(error));
  }
}

/** Signs in and authenticates the session. Rejects with a `FormFailure`. */
export function signIn(session: Session, { email, password }: SignInValues): Promise<void> {
  return authenticate(session, client.auth.login.mutate({ email, password }), 'Login failed');
}

/** Creates an account and signs in. Rejects with a `FormFailure`. */
export function signUp(session: Session, values: SignUpValues): Promise<void> {
  const { email, username, password, first_name, last_name } = values;
  return authenticate(
    session,
    client.auth.register.mutate({ email, username, password, first_name, last_name }),
    'Registration failed',
  );
}
