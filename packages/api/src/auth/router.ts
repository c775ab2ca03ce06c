import { publicProcedure, router, userProcedure } from '../trpc.ts';
import { message } from '../wire.ts';
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
  endedSignIns,
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
const withSignIn = 'Needs an access token: a personal access token is answered 401 here.';

export const authRouter = router({
  register: publicProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/auth/register',
        operationId: 'register',
        tags,
        protect: false,
        summary: 'Create an account and sign in',
        errorResponses: [409],
      },
      statuses: [201],
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
        summary: 'Sign in',
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
        summary: 'Exchange a refresh token for a new access token',
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
        summary: 'Sign out',
        description:
          'Ends this sign-in: its access tokens and its refresh token stop working at once. Sent with a personal access token, it revokes that token.',
      },
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
        summary: 'Sign out everywhere',
        description: `Ends all sign-ins of the user, this one included. Personal access tokens stay: revoke them one by one. ${withSignIn}`,
      },
    })
    .output(endedSignIns)
    .mutation(({ ctx }) => logoutAll(ctx)),
  me: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/auth/me',
        operationId: 'getCurrentUser',
        tags,
        summary: 'Who is signed in',
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
        summary: 'Whether the access token is good, and until when',
      },
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
        summary: 'The caller’s personal access tokens',
        description: `Without their secrets, of which only digests are kept. ${withSignIn}`,
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
        summary: 'Make a personal access token for a script',
        description: `The answer shows the token this once. It is sent as a bearer like an access token and does all that one does, save managing tokens and signing out everywhere; sign-outs do not end it. 100 at most; 409 beyond. ${withSignIn}`,
        errorResponses: [409],
      },
      statuses: [201],
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
        summary: 'Revoke a personal access token, at once',
        description: withSignIn,
        errorResponses: [404],
      },
    })
    .input(tokenInput)
    .output(message)
    .mutation(({ ctx, input }) => deleteToken(ctx, input)),
});
