import type { SecurityEvent, SecurityEventKind } from '@stockbook/db';

const eventSummaries: Readonly<Record<SecurityEventKind, string>> = {
  signed_up: 'Signed up',
  signed_in: 'Signed in',
  sign_in_failed: 'Wrong password',
  code_failed: 'Wrong code',
  signed_out: 'Signed out',
  signed_out_everywhere: 'Signed out everywhere',
  sign_in_ended: 'Ended a sign-in',
  refresh_reused: 'A sign-in was ended because its token was used twice',
  password_changed: 'Changed the password',
  password_reset: 'The operator reset the password',
  second_factor_on: 'Turned on two-step sign-in',
  second_factor_off: 'Turned off two-step sign-in',
  recovery_code_used: 'Used a recovery code',
  token_created: 'Created a personal access token',
  token_revoked: 'Revoked a personal access token',
  limit_reached: 'Reached a limit of attempts',
  exported: 'Exported the account',
  account_disabled: 'The operator disabled the account',
  account_enabled: 'The operator enabled the account',
  account_deleted: 'The account was deleted',
  quota_reached: 'Reached a quota',
  passkey_added: 'Added a passkey',
  passkey_removed: 'Removed a passkey',
  passkey_cloned: 'A passkey was used that may be a copy',
  provider_connected: 'Connected the identity provider',
  provider_disconnected: 'Disconnected the identity provider',
  operator_session: 'The operator made a code to sign in',
  device_added: 'Turned on notifications on a device',
  device_removed: 'Turned off notifications on a device',
};

/** A sentence for the user and the operator. */
export function eventSummary({ kind, details }: Pick<SecurityEvent, 'kind' | 'details'>): string {
  if (kind === 'sign_in_failed' && details?.method === 'passkey') return 'A passkey was not accepted';
  if (kind === 'sign_in_failed' && details?.by === 'provider') {
    return 'A sign-in by the identity provider was not accepted';
  }
  if (kind === 'sign_in_ended' && details?.by === 'provider') {
    return 'The identity provider ended a sign-in';
  }
  return eventSummaries[kind];
}

export function noticeMessage({ kind, client, address }: SecurityEvent): string {
  switch (kind) {
    case 'signed_in':
      return `New sign-in: ${client}, ${address}. Not you? Change your password.`;
    case 'refresh_reused':
      return 'A sign-in of yours was ended because its token was used twice. If that was not you, change your password.';
    case 'second_factor_off':
      return 'The operator turned off two-step sign-in for your account. If you did not ask for it, tell the operator.';
    case 'passkey_added':
      return `A passkey was added: ${client}, ${address}. Not you? Remove it and change your password.`;
    case 'passkey_removed':
      return 'The operator removed the passkeys of your account. If you did not ask for it, tell the operator.';
    case 'provider_connected':
      return `A sign-in by the identity provider was connected: ${client}, ${address}. Not you? Disconnect it and change your password.`;
    case 'passkey_cloned':
      return 'A passkey of yours was refused because it may be a copy. Remove it, and add a new one.';
    default:
      return eventSummaries[kind];
  }
}
