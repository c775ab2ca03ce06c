import type { sessionRepository, UserAttributes } from '@stockbook/db';
import { AppError } from '../../errors.ts';
import type { Credential } from '../credential.ts';

/** Procedures that a user may call before changing the password of the operator. */
const allowedBeforePasswordChange = ['auth.me', 'auth.logout', 'auth.password', 'auth.changePassword'];

/**
 * Procedures that a user may call before the sign-in is confirmed by more than the password: those that confirm, and
 * the two reads by which a page offers only what the account has.
 */
const allowedBeforeStrongProof = [
  ...allowedBeforePasswordChange,
  'auth.confirm',
  'auth.confirmOptions',
  'auth.passkeys',
  'auth.providerConnection',
  'auth.confirmByProvider',
];

/** Procedures that a user may call before setting up what `REQUIRE_SECOND_FACTOR` requires. */
const allowedBeforeSetUp = [
  ...allowedBeforeStrongProof,
  'auth.secondFactor',
  'auth.createSecondFactor',
  'auth.activateSecondFactor',
  'auth.renewRecoveryCodes',
  'auth.removeSecondFactor',
  'auth.passkeyOptions',
  'auth.addPasskey',
  'auth.passkey',
  'auth.renamePasskey',
  'auth.removePasskey',
];

type Caller = {
  readonly user: Pick<UserAttributes, 'mustChangePassword' | 'hasSecondFactor'>;
  readonly credential: Credential;
};

/**
 * Requires that the user has replaced the password of the operator, however the session began: until then two people
 * know a password of the account.
 * @throws AppError PASSWORD_CHANGE_REQUIRED
 */
export function requireChosenPassword({ user }: Caller, procedure: string): void {
  if (!user.mustChangePassword || allowedBeforePasswordChange.includes(procedure)) return;
  throw new AppError('PASSWORD_CHANGE_REQUIRED', 'Choose a new password first');
}

/** The part of the operator's settings that demands a second step. */
export interface RequiredProof {
  readonly requiresSecondFactor: boolean;
  /** Null without an identity provider. */
  readonly providerName: string | null;
}

/**
 * Requires what `REQUIRE_SECOND_FACTOR` demands: two-step sign-in, or that the session began with or was confirmed by a
 * passkey or the identity provider. In an account that has one of these, the password alone must not add further ones.
 * A personal access token was made by a session that had it.
 * @throws AppError SECOND_FACTOR_SETUP_REQUIRED
 */
export async function requireSecondFactor(
  { user, credential }: Caller,
  procedure: string,
  {
    requiresSecondFactor,
    providerName,
    strongProof,
  }: RequiredProof & { strongProof: () => Promise<sessionRepository.StrongProof> },
): Promise<void> {
  if (!requiresSecondFactor) return;
  if (user.hasSecondFactor || allowedBeforeStrongProof.includes(procedure)) return;
  const { hasPasskey, isConnected, isGiven } = await strongProof();
  const ways = [...(hasPasskey ? ['your passkey'] : []), ...(isConnected ? [providerName ?? ''] : [])];
  if (isGiven || (ways.length > 0 && credential.kind !== 'session')) return;
  if (ways.length > 0) {
    const message = `Confirm this sign-in with ${ways.join(' or ')} first`;
    throw new AppError('SECOND_FACTOR_SETUP_REQUIRED', message);
  }
  if (allowedBeforeSetUp.includes(procedure)) return;
  throw new AppError('SECOND_FACTOR_SETUP_REQUIRED', 'Set up two-step sign-in first');
}
