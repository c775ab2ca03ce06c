import { TRPCClientError } from '@trpc/client';
import { useEffect, useState } from 'react';
import { FormFailure } from '#hooks/use-form.ts';
import { publicClient } from '#lib/api/public-client.ts';
import { describeFailure, serverCode } from '#lib/api/server-error.ts';
import type { Session, TokenPair } from '#lib/session/types.ts';
import type { SignInValues, SignUpValues } from './validate.ts';

/** The password is right, and the account requires a code as well. */
export class CodeRequired extends FormFailure {}

/**
 * Authenticates the session with the tokens of a sign-in or sign-up. Rejects with a `FormFailure`; `fallback` is its
 * message if the server sent none.
 */
async function authenticate(session: Session, call: Promise<TokenPair>, fallback: string): Promise<void> {
  try {
    const tokens = await call;
    if (!tokens?.access_token) throw new FormFailure('Invalid response from server');
    await session.login(tokens);
  } catch (error) {
    if (!(error instanceof TRPCClientError)) throw error;
    if (serverCode(error) === 'SECOND_FACTOR_REQUIRED') throw new CodeRequired(error.message);
    throw new FormFailure(...describeFailure(error, fallback));
  }
}

/** Signs in and authenticates the session. Rejects with a `FormFailure`, a `CodeRequired` if the code is missing. */
export function signIn(session: Session, { email, password, code }: SignInValues): Promise<void> {
  const call = publicClient.auth.login.mutate({ email, password, ...(code === '' ? {} : { code }) });
  return authenticate(session, call, 'Login failed');
}

/** Creates an account and signs in. Rejects with a `FormFailure`. */
export function signUp(session: Session, values: SignUpValues): Promise<void> {
  const { email, username, password, first_name, last_name } = values;
  const call = publicClient.auth.register.mutate({ email, username, password, first_name, last_name });
  return authenticate(session, call, 'Registration failed');
}

/** Whether the operator has closed the sign-up. False until the server has answered, which then refuses the form. */
export function useIsSignUpClosed(): boolean {
  const [isClosed, setIsClosed] = useState(false);
  useEffect(() => {
    let isCurrent = true;
    const load = async () => {
      try {
        const { sign_up } = await publicClient.system.version.query();
        if (isCurrent) setIsClosed(sign_up === 'closed');
      } catch {
        // The form stays: submitting it shows the error.
      }
    };
    void load();
    return () => {
      isCurrent = false;
    };
  }, []);
  return isClosed;
}
