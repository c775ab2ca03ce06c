import { personalAccessTokenRepository } from '@stockbook/db';
import type { UserContext } from '../context.ts';

/** Revokes the credential of the request: the session of an access token, or the personal access token itself. */
export async function logout({ em, sessions, credential, user }: UserContext) {
  if (credential.kind === 'session') {
    await sessions.revoke(credential.id);
    return { message: 'Signed out' };
  }
  await personalAccessTokenRepository.remove(em, user.id, credential.id);
  return { message: 'The token was revoked' };
}
