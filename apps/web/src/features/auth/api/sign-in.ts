import { publicClient } from '#lib/api/public-client.ts';
import type { Session } from '#lib/session/types.ts';
import type { SignInValues } from '../validate-sign-in.ts';
import { authenticate } from './authenticate.ts';

/** Signs in and authenticates the session. Rejects with a `FormFailure`, a `CodeRequired` if the code is missing. */
export function signIn(session: Session, { email, password, code }: SignInValues): Promise<void> {
  const call = publicClient.auth.login.mutate({ email, password, ...(code === '' ? {} : { code }) });
  return authenticate(session, call, 'Login failed');
}
