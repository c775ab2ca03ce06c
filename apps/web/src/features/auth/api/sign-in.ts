import type { Session } from '../../../lib/session/types.ts';
import type { SignInValues } from '../validate-sign-in.ts';
import { authClient, authenticate } from './authenticate.ts';

/** Signs in and authenticates the session. Rejects with a `FormFailure`. */
export function signIn(session: Session, { email, password }: SignInValues): Promise<void> {
  return authenticate(session, authClient.auth.login.mutate({ email, password }), 'Login failed');
}
