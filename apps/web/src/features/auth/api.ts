import { TRPCClientError } from '@trpc/client';
import { connectionSentence, errorSentence } from '../../lib/server-error.ts';
import { enterSession, type NewTokens } from '../../lib/session.ts';
import { trpcClient } from '../../lib/trpc-client.ts';
import { FormFailure } from '../../lib/use-form.ts';
import type { SignInValues } from './validate-sign-in.ts';
import type { SignUpValues } from './validate-sign-up.ts';

async function enter(call: Promise<NewTokens>, fallback: string): Promise<void> {
  try {
    const tokens = await call;
    if (!tokens?.access_token) throw new FormFailure('Invalid response from server');
    await enterSession(tokens);
  } catch (error) {
    if (!(error instanceof TRPCClientError)) throw error;
    throw new FormFailure(errorSentence(error, fallback), connectionSentence(error));
  }
}

/** Signs in; the session is authenticated afterwards. Rejects with the sentence to show. */
export function signIn({ email, password }: SignInValues): Promise<void> {
  return enter(trpcClient.auth.login.mutate({ email, password }), 'Login failed');
}

/** Creates an account and signs in with it. Rejects with the sentence to show. */
export function signUp({ email, username, password, first_name, last_name }: SignUpValues): Promise<void> {
  return enter(
    trpcClient.auth.register.mutate({ email, username, password, first_name, last_name }),
    'Registration failed',
  );
}
