import { message } from '../primitives.ts';
import { locationIn, publicProcedure, router, userProcedure } from '../trpc.ts';
import { createToken } from './create-token.ts';
import { deleteToken } from './delete-token.ts';
import { listTokens } from './list-tokens.ts';
import { login } from './login.ts';
import { logout } from './logout.ts';
import { logoutAll } from './logout-all.ts';
import { refresh } from './refresh.ts';
import { register } from './register.ts';
import {
  createdPersonalAccessToken,
  createTokenInput,
  endedSessions,
  listTokensInput,
  loginInput,
  personalAccessTokenList,
  refreshInput,
  registerInput,
  renewal,
  signIn,
  tokenInput,
  user,
  verification,
} from './schemas.ts';

const tags = ['auth'];
const sessionOnly = 'Requires an access token; a personal access token gets 401.';

export const authRouter = router({
  register: publicProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/auth/register',
        operationId: 'register',
        tags,
        protect: false,
        summary: 'Creates an account and signs in',
        errorResponses: [409],
      },
      statuses: [201],
      locationOf: () => '/auth/me',
    })
    .input(registerInput)
    .output(signIn)
    .mutation(({ ctx, input }) => register(ctx, input)),
  login: publicProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/auth/login',
        operationId: 'login',
        tags,
        protect: false,
        summary: 'Signs in',
        errorResponses: [401],
      },
    })
    .input(loginInput)
    .output(signIn)
    .mutation(({ ctx, input }) => login(ctx, input)),
  refresh: publicProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/auth/refresh',
        operationId: 'refreshToken',
        tags,
        protect: false,
        summary: 'Exchanges a refresh token for a new access token',
        errorResponses: [401],
      },
    })
    .input(refreshInput)
    .output(renewal)
    .mutation(({ ctx, input }) => refresh(ctx, input)),
  logout: userProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/auth/logout',
        operationId: 'logout',
        tags,
        summary: 'Signs out',
        description:
          'Ends the current sign-in and revokes its access tokens and its refresh token. If called with a personal access token, revokes that token.',
      },
      examples: { 200: { message: 'Signed out' } },
    })
    .output(message)
    .mutation(({ ctx }) => logout(ctx)),
  logoutAll: userProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/auth/logout-all',
        operationId: 'logoutEverywhere',
        tags,
        summary: 'Signs out everywhere',
        description: `Ends all sign-ins of the user, the current one included. Personal access tokens stay valid. ${sessionOnly}`,
      },
    })
    .output(endedSessions)
    .mutation(({ ctx }) => logoutAll(ctx)),
  me: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/auth/me',
        operationId: 'getCurrentUser',
        tags,
        summary: 'Returns the signed-in user',
      },
    })
    .output(user)
    .query(({ ctx }) => ctx.user),
  verifyToken: userProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/auth/verify-token',
        operationId: 'verifyToken',
        tags,
        summary: 'Checks the access token and returns its expiry',
      },
      isReadOnly: true,
    })
    .output(verification)
    .mutation(({ ctx }) => ({
      valid: true as const,
      user: ctx.user,
      expires_at: ctx.credential.expiresAt.toISOString(),
    })),
  tokens: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/auth/tokens',
        operationId: 'listTokens',
        tags,
        summary: 'Lists the user’s personal access tokens',
        description: `Does not return the secrets: only their digests are stored. ${sessionOnly}`,
      },
    })
    .input(listTokensInput.optional())
    .output(personalAccessTokenList)
    .query(({ ctx, input }) => listTokens(ctx, input ?? {})),
  createToken: userProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/auth/tokens',
        operationId: 'createToken',
        tags,
        summary: 'Creates a personal access token',
        description: `Returns the token; no later response contains it. Send it as a bearer token. With scope **write** it can do everything an access token can, except manage tokens and sign out everywhere; with scope **read**, calls that change something get 403. Signing out does not revoke it. A user can have 100 tokens; a further one gets 409. ${sessionOnly}`,
        errorResponses: [409],
      },
      statuses: [201],
      locationOf: locationIn('/auth/tokens'),
    })
    .input(createTokenInput)
    .output(createdPersonalAccessToken)
    .mutation(({ ctx, input }) => createToken(ctx, input)),
  deleteToken: userProcedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/auth/tokens/{tokenId}',
        operationId: 'deleteToken',
        tags,
        summary: 'Revokes a personal access token',
        description: sessionOnly,
        errorResponses: [404],
      },
      examples: { 200: { message: 'The token was revoked' } },
    })
    .input(tokenInput)
    .output(message)
    .mutation(({ ctx, input }) => deleteToken(ctx, input)),
});
