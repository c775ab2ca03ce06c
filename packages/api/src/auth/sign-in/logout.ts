import { personalAccessTokenRepository, sessionRepository } from '@stockbook/db';
import type { UserContext } from '../../context.ts';

/** Revokes the credential of the request: the session of an access token, or the personal access token itself. */
export async function logout(ctx: UserContext) {
  const { em, credential, user, securityEvents } = ctx;
  const isSession = credential.kind === 'session';
  await em.transactional(async (tx) => {
    const isEnded = isSession
      ? await sessionRepository.end(tx, user.id, credential.id)
      : await personalAccessTokenRepository.remove(tx, user.id, credential.id);
    if (!isEnded) return;
    const id = isSession ? { sessionId: credential.id } : { tokenId: credential.id };
    const kind = isSession ? 'signed_out' : 'token_revoked';
    await securityEvents.record(tx, kind, ctx, { userId: user.id, ...id });
  });
  return { message: isSession ? 'Signed out' : 'The token was revoked' };
}
