import { publicProcedure, router, userProcedure } from '../trpc.ts';
import { message } from '../wire.ts';
import { login } from './login.ts';
import { logout } from './logout.ts';
import { refresh } from './refresh.ts';
import { register } from './register.ts';
import { loginInput, refreshInput, registerInput, renewal, signIn, user, verification } from './schemas.ts';

const tags = ['auth'];

export const authRouter = router({
  register: publicProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/auth/register',
        tags,
        protect: false,
        summary: 'Create an account and sign in',
        errorResponses: [400, 409, 429],
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
        tags,
        protect: false,
        summary: 'Sign in',
        errorResponses: [400, 401, 429],
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
        tags,
        protect: false,
        summary: 'Exchange a refresh token for a new access token',
        errorResponses: [400, 401, 429],
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
        tags,
        summary: 'End this sign-in: its access tokens and its refresh token stop working at once',
        errorResponses: [401],
      },
    })
    .output(message)
    .mutation(({ ctx }) => logout(ctx)),
  me: userProcedure
    .meta({
      openapi: { method: 'GET', path: '/auth/me', tags, summary: 'Who is signed in', errorResponses: [401] },
    })
    .output(user)
    .query(({ ctx }) => ctx.user),
  verifyToken: userProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/auth/verify-token',
        tags,
        summary: 'Whether the access token is good, and until when',
        errorResponses: [401],
      },
    })
    .output(verification)
    .mutation(({ ctx }) => ({
      valid: true as const,
      user: ctx.user,
      expires_at: ctx.expiresAt.toISOString(),
    })),
});
