import { message } from '../../primitives.ts';
import { publicProcedure, router, userProcedure } from '../../trpc.ts';
import { confirmedOnly, sessionOnly } from '../descriptions.ts';
import { signIn, user } from '../schemas.ts';
import { endSignIn, listSignIns } from './list-sessions.ts';
import {
  endedSessions,
  listSignInsInput,
  loginInput,
  logoutAllInput,
  refreshInput,
  registerInput,
  renewal,
  signInInput,
  signInList,
  verification,
} from './schemas.ts';
import { login, logout, logoutAll, presentUser, refresh, register } from './sign-in.ts';

export const signInRouter = router({
  register: publicProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/auth/register',
        operationId: 'register',
        protect: false,
        summary: 'Creates an account and signs in',
        description:
          'If the operator has closed the sign-up, returns 403 with the code `SIGN_UP_CLOSED`; if passwords are off, `PASSWORD_SIGN_IN_OFF`.',
        errorResponses: [403, 409],
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
        protect: false,
        summary: 'Signs in',
        description:
          'If two-step sign-in is on, the password is right and `code` is missing or wrong, returns 401 with the code `SECOND_FACTOR_REQUIRED`. If passwords are off, returns 403 with the code `PASSWORD_SIGN_IN_OFF`.',
        errorResponses: [401, 403],
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
        protect: false,
        summary: 'Exchanges a refresh token for a new access token',
        description:
          'The refresh token stays valid unless `rotate` is set. If a replaced refresh token is used more than 60 seconds later, the sign-in ends with all its tokens.',
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
        summary: 'Signs out everywhere',
        description: `Ends all sign-ins of the user, the current one included. Personal access tokens stay valid. The body is optional. ${confirmedOnly} ${sessionOnly}`,
      },
    })
    .input(logoutAllInput.optional())
    .output(endedSessions)
    .mutation(({ ctx, input }) => logoutAll(ctx, input ?? { except_current: false, tokens: false })),
  me: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/auth/me',
        operationId: 'getCurrentUser',
        summary: 'Returns the signed-in user',
      },
    })
    .output(user)
    .query(({ ctx }) => presentUser(ctx.user)),
  verifyToken: userProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/auth/verify-token',
        operationId: 'verifyToken',
        summary: 'Checks the access token and returns its expiry',
      },
      isReadOnly: true,
    })
    .output(verification)
    .mutation(({ ctx }) => ({
      valid: true as const,
      user: presentUser(ctx.user),
      expires_at: ctx.credential.expiresAt.toISOString(),
    })),
});

export const signInsRouter = router({
  signIns: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/auth/sign-ins',
        operationId: 'listSignIns',
        summary: 'Lists the user’s sign-ins',
        description: sessionOnly,
      },
    })
    .input(listSignInsInput.optional())
    .output(signInList)
    .query(({ ctx, input }) => listSignIns(ctx, input ?? {})),
  endSignIn: userProcedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/auth/sign-ins/{signInId}',
        operationId: 'endSignIn',
        summary: 'Ends a sign-in of the user',
        description: `Revokes all its tokens at once. ${confirmedOnly} ${sessionOnly}`,
        errorResponses: [404],
      },
      examples: { 200: { message: 'The sign-in was ended' } },
    })
    .input(signInInput)
    .output(message)
    .mutation(({ ctx, input }) => endSignIn(ctx, input)),
});
