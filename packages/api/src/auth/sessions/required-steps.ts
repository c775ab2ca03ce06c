import type { sessionRepository, UserAttributes } from '@stockbook/db';
import { AppError } from '../../errors.ts';
import type { Credential } from '../credential.ts';

/** Procedures that a user may call before changing the password of the operator. */
export const allowedBeforePasswordChange = ['auth.me', 'auth.logout', 'auth.password', 'auth.changePassword'];

/** Procedures that a user may call before the sign-in is confirmed by more than the password. */
const allowedBeforeStrongProof = [
  ...allowedBeforePasswordChange,
  'auth.confirm',
  'auth.confirmOptions',
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
  'auth.passkeys',
  'auth.passkey',
  'auth.renamePasskey',
  'auth.removePasskey',
];

/**
 * Requires what `REQUIRE_SECOND_FACTOR` demands: two-step sign-in, or that the session began with or was confirmed by a
 * passkey or the identity provider. In an account that has one of these, the password alone must not add further ones.
 * A personal access token was made by a session that had it.
 * @throws AppError SECOND_FACTOR_SETUP_REQUIRED
 */
export async function requireSecondFactor(
  { user, credential }: { user: Pick<UserAttributes, 'hasSecondFactor'>; credential: Credential },
  procedure: string,
  strongProof: () => Promise<sessionRepository.StrongProof>,
): Promise<void> {
  if (user.hasSecondFactor || allowedBeforeStrongProof.includes(procedure)) return;
  const { isPossible, isGiven } = await strongProof();
  if (isGiven || (isPossible && credential.kind !== 'session')) return;
  if (isPossible) {
    throw new AppError('SECOND_FACTOR_SETUP_REQUIRED', 'Confirm this sign-in with your passkey first');
  }
  if (allowedBeforeSetUp.includes(procedure)) return;
  throw new AppError('SECOND_FACTOR_SETUP_REQUIRED', 'Set up two-step sign-in first');
}
