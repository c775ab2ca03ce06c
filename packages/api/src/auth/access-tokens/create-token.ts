import { randomUUID } from 'node:crypto';
import { digestToken, personalAccessTokenRepository, userRepository } from '@stockbook/db';
import { dayMs } from '@stockbook/market-data';
import type { z } from 'zod';
import type { UserContext } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { requireConfirmation } from '../confirmation/require-confirmation.ts';
import { requireSession } from '../sessions/authenticate.ts';
import { newToken } from './new-token.ts';
import { presentToken } from './present-token.ts';
import type { createdPersonalAccessToken, createTokenInput } from './schemas.ts';

/** Per user. */
const maxTokens = 100;
/** People and secret scanners recognise a personal access token by its prefix. */
const prefix = 'sb_';

/**
 * Creates a personal access token. Only this response contains the secret.
 * @throws AppError UNAUTHORIZED without a signed-in session, CONFIRMATION_REQUIRED, CONFLICT if the user has the maximum number of tokens
 */
export async function createToken(
  ctx: UserContext,
  { name, scope, expires_in_days }: z.output<typeof createTokenInput>,
): Promise<z.infer<typeof createdPersonalAccessToken>> {
  requireSession(ctx);
  const { em, user, credential, clock, securityEvents } = ctx;
  const secret = `${prefix}${newToken()}`;
  const now = clock();
  const token = {
    id: randomUUID(),
    name,
    scope,
    createdAt: now,
    expiresAt: new Date(now.getTime() + expires_in_days * dayMs),
    lastUsedAt: null,
    lastUsedAddress: null,
  };
  await em.transactional(async (tx) => {
    // Simultaneous requests could otherwise exceed the maximum together.
    await userRepository.lockForUpdate(tx, user.id);
    await requireConfirmation(ctx, tx);
    if ((await personalAccessTokenRepository.countOfUser(tx, user.id)) >= maxTokens) {
      throw new AppError('CONFLICT', `You have ${maxTokens} tokens: delete one that you no longer need`, {
        isQuota: true,
      });
    }
    await personalAccessTokenRepository.add(tx, { ...token, digest: digestToken(secret), userId: user.id });
    await securityEvents.record(tx, 'token_created', ctx, {
      userId: user.id,
      sessionId: credential.id,
      tokenId: token.id,
      details: { scope },
    });
  });
  return { ...presentToken(token), token: secret };
}
