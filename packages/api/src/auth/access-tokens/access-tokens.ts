import { randomUUID } from 'node:crypto';
import { dayMs } from '@stockbook/common/durations';
import {
  digestToken,
  personalAccessTokenRepository,
  type PersonalAccessToken as TokenRow,
  userRepository,
} from '@stockbook/db';
import type { z } from 'zod';
import type { UserContext } from '../../context.ts';
import { AppError, notFound } from '../../errors.ts';
import { isUuid } from '../../primitives.ts';
import { requireConfirmation } from '../confirmation/confirmation.ts';
import { requireSession } from '../sessions/sessions.ts';
import { newToken } from './new-token.ts';
import type {
  createdPersonalAccessToken,
  createTokenInput,
  listTokensInput,
  PersonalAccessToken,
  personalAccessTokenList,
  tokenInput,
} from './schemas.ts';

/** Per user. */
const maxTokens = 100;
/** People and secret scanners recognise a personal access token by its prefix. */
const prefix = 'sb_';

/**
 * Creates a personal access token. Only this response contains the secret.
 * @throws AppError UNAUTHORIZED without a signed-in session, CONFIRMATION_REQUIRED, CONFLICT if the user has the
 *   maximum number of tokens
 */
export async function createToken(
  ctx: UserContext,
  { name, scope, expires_in_days }: z.output<typeof createTokenInput>,
): Promise<z.infer<typeof createdPersonalAccessToken>> {
  requireSession(ctx);
  const { em, user, credential } = ctx;
  const { clock, securityEvents } = ctx.services;
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

/** Lists the personal access tokens of the caller, newest first. */
export async function listTokens(
  ctx: UserContext,
  page: z.output<typeof listTokensInput>,
): Promise<z.infer<typeof personalAccessTokenList>> {
  requireSession(ctx);
  const [tokens, total] = await personalAccessTokenRepository.listOfUser(ctx.em, ctx.user.id, page);
  return { tokens: tokens.map(presentToken), total };
}

/**
 * Returns a personal access token of the caller, without its secret.
 * @throws AppError UNAUTHORIZED without a signed-in session, NOT_FOUND
 */
export async function getToken(
  ctx: UserContext,
  { tokenId: id }: z.output<typeof tokenInput>,
): Promise<PersonalAccessToken> {
  requireSession(ctx);
  const { em, user } = ctx;
  const token = isUuid(id) ? await personalAccessTokenRepository.findOfUser(em, user.id, id) : null;
  if (!token) throw notFound('Token');
  return presentToken(token);
}

/**
 * Revokes a personal access token of the caller, at once.
 * @throws AppError NOT_FOUND if the caller has no such token
 */
export async function deleteToken(ctx: UserContext, { tokenId }: z.output<typeof tokenInput>) {
  requireSession(ctx);
  const isRemoved =
    isUuid(tokenId) &&
    (await ctx.em.transactional(async (tx) => {
      if (!(await personalAccessTokenRepository.remove(tx, ctx.user.id, tokenId))) return false;
      const { user, credential } = ctx;
      await ctx.services.securityEvents.record(tx, 'token_revoked', ctx, {
        userId: user.id,
        sessionId: credential.id,
        tokenId,
      });
      return true;
    }));
  if (!isRemoved) throw notFound('Token');
  return { message: 'The token was revoked' };
}

/** Maps a token to its API shape. The secret is not stored, only its digest. */
export function presentToken(token: Omit<TokenRow, 'user' | 'digest'>): PersonalAccessToken {
  return {
    id: token.id,
    name: token.name,
    scope: token.scope,
    created_at: token.createdAt.toISOString(),
    expires_at: token.expiresAt.toISOString(),
    last_used_at: token.lastUsedAt?.toISOString() ?? null,
    last_used_address: token.lastUsedAddress,
  };
}
