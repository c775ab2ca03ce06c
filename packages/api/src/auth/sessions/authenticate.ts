import type { ProcedureContext, UserContext } from '../../context.ts';
import { AppError } from '../../errors.ts';
import type { Principal } from './sessions.ts';

/** The same error for a missing, unknown, expired or revoked token. */
export function notSignedIn(): AppError {
  return new AppError('UNAUTHORIZED', 'Sign in to continue');
}

type Anonymous = Pick<ProcedureContext, 'bearer' | 'address' | 'services' | 'onAuthenticated' | 'admitUser'>;

/** Procedures that a user may call before changing the password of the operator. */
const allowedBeforePasswordChange = ['auth.me', 'auth.logout', 'auth.password', 'auth.changePassword'];

/** Procedures that a user may call before turning on two-step sign-in, if the operator requires it. */
const allowedBeforeSecondFactor = [
  ...allowedBeforePasswordChange,
  'auth.confirm',
  'auth.secondFactor',
  'auth.createSecondFactor',
  'auth.activateSecondFactor',
  'auth.renewRecoveryCodes',
  'auth.removeSecondFactor',
];

/**
 * Finds the user of the bearer token, and counts the call against the user's limit.
 * @param procedure dotted name of what the user wants to do
 * @throws AppError UNAUTHORIZED, TOO_MANY_REQUESTS, PASSWORD_CHANGE_REQUIRED, SECOND_FACTOR_SETUP_REQUIRED
 */
export async function authenticate(
  { bearer, address, services: { sessions, accountPolicy }, onAuthenticated, admitUser }: Anonymous,
  procedure: string,
): Promise<Principal> {
  const principal = bearer === null ? null : await sessions.validate(bearer, address);
  if (!principal) throw notSignedIn();
  const { user, credential } = principal;
  onAuthenticated(user.id, credential.kind);
  await admitUser(user.id);
  if (user.mustChangePassword && !allowedBeforePasswordChange.includes(procedure)) {
    throw new AppError('PASSWORD_CHANGE_REQUIRED', 'Choose a new password first');
  }
  const lacksSecondFactor = accountPolicy.requiresSecondFactor && !user.hasSecondFactor;
  if (lacksSecondFactor && !allowedBeforeSecondFactor.includes(procedure)) {
    throw new AppError('SECOND_FACTOR_SETUP_REQUIRED', 'Set up two-step sign-in first');
  }
  return principal;
}

/**
 * Rejects a token of scope `read`.
 * @throws AppError INSUFFICIENT_SCOPE
 */
export function requireWriteScope({ credential }: Pick<UserContext, 'credential'>): void {
  if (credential.scope === 'read') throw new AppError('INSUFFICIENT_SCOPE', 'This token may only read');
}

/**
 * Rejects personal access tokens: one that leaked from a script must not create further tokens or end its owner's
 * sessions.
 * @throws AppError UNAUTHORIZED
 */
export function requireSession({ credential }: UserContext): void {
  if (credential.kind !== 'session') {
    throw new AppError('UNAUTHORIZED', 'A personal access token cannot do this: sign in with your password');
  }
}
