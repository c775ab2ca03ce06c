import { providerConnectionRepository, userRepository } from '@stockbook/db';
import type { z } from 'zod';
import type { UserContext } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { requireConfirmation } from '../confirmation/confirmation.ts';
import { assertCanSignIn } from '../passkeys/ways-to-sign-in.ts';
import { hasUsablePassword } from '../passwords/generated-password.ts';
import { notSignedIn, requireSession } from '../sessions/sessions.ts';
import type { FlowPurpose } from './flow.ts';
import { type IdentityProvider, ProviderError } from './identity-provider.ts';
import { beginFlow } from './provider-sign-in.ts';
import type { providerConnection, providerUrl } from './schemas.ts';

function requireProvider({ services: { identityProvider } }: UserContext): IdentityProvider {
  if (identityProvider) return identityProvider;
  throw new AppError('CONFLICT', 'This server has no sign-in by an identity provider');
}

/** @throws AppError UNAUTHORIZED without a signed-in session */
export async function getProviderConnection(ctx: UserContext): Promise<z.infer<typeof providerConnection>> {
  requireSession(ctx);
  const provider = ctx.services.identityProvider;
  const user = await userRepository.findById(ctx.em, ctx.user.id);
  if (!user) throw notSignedIn();
  const connection =
    provider && (await providerConnectionRepository.findOfUser(ctx.em, user.id, provider.issuer));
  return {
    is_connected: connection !== null,
    name: provider?.name ?? null,
    connected_at: connection?.createdAt.toISOString() ?? null,
    has_password: hasUsablePassword(user, ctx.services.clock()),
  };
}

/**
 * Begins to connect the account of the caller with a person at the provider.
 * @throws AppError UNAUTHORIZED without a signed-in session, CONFIRMATION_REQUIRED, CONFLICT without a provider or if
 *   the account is connected, SERVICE_UNAVAILABLE if the provider cannot be reached
 */
export async function connectProvider(ctx: UserContext): Promise<z.infer<typeof providerUrl>> {
  requireSession(ctx);
  const provider = requireProvider(ctx);
  await ctx.em.transactional((tx) => requireConfirmation(ctx, tx));
  if (await providerConnectionRepository.findOfUser(ctx.em, ctx.user.id, provider.issuer)) {
    throw new AppError('CONFLICT', 'Your account is connected already. Disconnect it first');
  }
  return beginForSession(ctx, provider, 'connect');
}

/**
 * Begins to confirm the session of the caller at the provider, which asks the person again.
 * @throws AppError UNAUTHORIZED without a signed-in session, CONFLICT if the account is not connected,
 *   SERVICE_UNAVAILABLE if the provider cannot be reached
 */
export async function confirmByProvider(ctx: UserContext): Promise<z.infer<typeof providerUrl>> {
  requireSession(ctx);
  const provider = requireProvider(ctx);
  if (!(await providerConnectionRepository.findOfUser(ctx.em, ctx.user.id, provider.issuer))) {
    throw new AppError('CONFLICT', `Your account is not connected with ${provider.name}`);
  }
  return beginForSession(ctx, provider, 'confirm');
}

async function beginForSession(
  ctx: UserContext,
  provider: IdentityProvider,
  kind: Exclude<FlowPurpose['kind'], 'sign-in'>,
): Promise<z.infer<typeof providerUrl>> {
  const purpose = { kind, userId: ctx.user.id, sessionId: ctx.credential.id };
  try {
    const { url, cookie } = await beginFlow(provider, purpose);
    ctx.storeFlow(cookie);
    return { url };
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    const message = `${provider.name} cannot be reached. Try again, or sign in with your password`;
    throw new AppError('SERVICE_UNAVAILABLE', message, { cause: error, retryAfterS: 5 });
  }
}

/**
 * Removes the connection of the caller's account.
 * @throws AppError UNAUTHORIZED without a signed-in session, CONFIRMATION_REQUIRED, CONFLICT if the account is not
 *   connected or could no longer sign in
 */
export async function disconnectProvider(ctx: UserContext): Promise<{ message: string }> {
  requireSession(ctx);
  const provider = requireProvider(ctx);
  const { user, credential } = ctx;
  await ctx.em.transactional(async (tx) => {
    await userRepository.lockForUpdate(tx, user.id);
    await requireConfirmation(ctx, tx);
    if (!(await providerConnectionRepository.remove(tx, user.id, provider.issuer))) {
      throw new AppError('CONFLICT', `Your account is not connected with ${provider.name}`);
    }
    await assertCanSignIn(ctx, tx);
    const facts = { userId: user.id, sessionId: credential.id };
    await ctx.services.securityEvents.record(tx, 'provider_disconnected', ctx, facts);
  });
  return { message: `${provider.name} was disconnected` };
}
