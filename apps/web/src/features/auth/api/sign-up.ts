import { publicClient } from '#lib/api/public-client.ts';
import type { Session } from '#lib/session/types.ts';
import type { SignUpValues } from '../validate-sign-up.ts';
import { authenticate } from './authenticate.ts';

/** Creates an account and signs in. Rejects with a `FormFailure`. */
export function signUp(session: Session, values: SignUpValues): Promise<void> {
  const { email, username, password, first_name, last_name } = values;
  const call = publicClient.auth.register.mutate({ email, username, password, first_name, last_name });
  return authenticate(session, call, 'Registration failed');
}
