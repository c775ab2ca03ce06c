import { message } from '../primitives.ts';
import { locationIn, publicProcedure, router, userProcedure } from '../trpc.ts';
import { createToken } from './access-tokens/create-token.ts';
import { deleteToken } from './access-tokens/delete-token.ts';
import { listTokens } from './access-tokens/list-tokens.ts';
import { deleteAccount } from './account/delete-account.ts';
import { deleteAccountInput } from './account/schemas.ts';
import { confirm } from './confirmation/confirm.ts';
import { confirmation, confirmInput } from './confirmation/schemas.ts';
import { listEvents } from './events/list-events.ts';
import { dismissNotice, listNotices } from './events/notices.ts';
import { eventList, listEventsInput, noticeInput, noticeList } from './events/schemas.ts';
import { changePassword } from './passwords/change-password.ts';
import { getPasswordState } from './passwords/get-password-state.ts';
import { changedPassword, changePasswordInput, passwordState } from './passwords/schemas.ts';
import {
  createdPersonalAccessToken,
  createTokenInput,
  endedSessions,
  listTokensInput,
  loginInput,
  logoutAllInput,
  personalAccessTokenList,
  refreshInput,
  registerInput,
  renewal,
  signIn,
  tokenInput,
  user,
  verification,
} from './schemas.ts';
import { activateSecondFactor } from './second-factor/activate-second-factor.ts';
import { createSecondFactor } from './second-factor/create-second-factor.ts';
import { getSecondFactor } from './second-factor/get-second-factor.ts';
import { removeSecondFactor } from './second-factor/remove-second-factor.ts';
import { renewRecoveryCodes } from './second-factor/renew-recovery-codes.ts';
import { activateInput, newSecondFactor, recoveryCodes, secondFactorState } from './second-factor/schemas.ts';
import { login } from './sign-in/login.ts';
import { logout } from './sign-in/logout.ts';
import { logoutAll } from './sign-in/logout-all.ts';
import { refresh } from './sign-in/refresh.ts';
import { register } from './sign-in/register.ts';
import { endSignIn } from './sign-ins/end-sign-in.ts';
import { listSignIns } from './sign-ins/list-sign-ins.ts';
import { listSignInsInput, signInInput, signInList } from './sign-ins/schemas.ts';

const tags = ['auth'];
const sessionOnly = 'Requires an access token; a personal access token gets 401.';
const confirmedOnly =
  'Requires that the password was entered for this sign-in within ten minutes, at sign-in or by **confirm**; otherwise 403 with the code `CONFIRMATION_REQUIRED`.';

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
        description: 'If the operator has closed the sign-up, returns 403 with the code `SIGN_UP_CLOSED`.',
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
        tags,
        protect: false,
        summary: 'Signs in',
        description:
          'If two-step sign-in is on, the password is right and `code` is missing or wrong, returns 401 with the code `SECOND_FACTOR_REQUIRED`.',
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
        description: `Returns the token; no later response contains it. Send it as a bearer token. With scope **write** it can do everything an access token can, except manage tokens and sign out everywhere; with scope **read**, calls that change something get 403. Signing out does not revoke it. A user can have 100 tokens; a further one gets 409. ${confirmedOnly} ${sessionOnly}`,
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
  confirm: userProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/auth/confirm',
        operationId: 'confirm',
        tags,
        summary: 'Confirms the sign-in by the password, for ten minutes',
        description: `Some calls require it; a sign-in younger than ten minutes counts as confirmed. A wrong password gets 400 and counts as a failed sign-in. ${sessionOnly}`,
      },
    })
    .input(confirmInput)
    .output(confirmation)
    .mutation(({ ctx, input }) => confirm(ctx, input)),
  password: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/auth/password',
        operationId: 'getPasswordState',
        tags,
        summary: 'Returns when the password was changed, and whether it must be',
        description: sessionOnly,
      },
    })
    .output(passwordState)
    .query(({ ctx }) => getPasswordState(ctx)),
  changePassword: userProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/auth/password',
        operationId: 'changePassword',
        tags,
        summary: 'Changes the password',
        description: `The current sign-in goes on with the returned tokens; its former tokens are revoked. ${sessionOnly}`,
      },
    })
    .input(changePasswordInput)
    .output(changedPassword)
    .mutation(({ ctx, input }) => changePassword(ctx, input)),
  signIns: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/auth/sign-ins',
        operationId: 'listSignIns',
        tags,
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
        tags,
        summary: 'Ends a sign-in of the user',
        description: `Revokes all its tokens at once. ${confirmedOnly} ${sessionOnly}`,
        errorResponses: [404],
      },
      examples: { 200: { message: 'The sign-in was ended' } },
    })
    .input(signInInput)
    .output(message)
    .mutation(({ ctx, input }) => endSignIn(ctx, input)),
  events: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/auth/events',
        operationId: 'listSecurityEvents',
        tags,
        summary: 'Lists what happened to the user’s account',
        description: `Sign-ins, failed attempts and changes of the last 180 days, or as many as the operator has set. ${sessionOnly}`,
      },
    })
    .input(listEventsInput.optional())
    .output(eventList)
    .query(({ ctx, input }) => listEvents(ctx, input ?? {})),
  notices: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/auth/notices',
        operationId: 'listNotices',
        tags,
        summary: 'Lists security events to show to the user',
        description: `For example a sign-in with an unknown device. Shown in all sign-ins but the new one. ${sessionOnly}`,
      },
    })
    .output(noticeList)
    .query(({ ctx }) => listNotices(ctx)),
  dismissNotice: userProcedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/auth/notices/{noticeId}',
        operationId: 'dismissNotice',
        tags,
        summary: 'Dismisses a notice',
        description: `The event stays in the list of events. ${sessionOnly}`,
        errorResponses: [404],
      },
      examples: { 200: { message: 'The notice was dismissed' } },
    })
    .input(noticeInput)
    .output(message)
    .mutation(({ ctx, input }) => dismissNotice(ctx, input)),
  secondFactor: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/auth/second-factor',
        operationId: 'getSecondFactor',
        tags,
        summary: 'Returns whether two-step sign-in is on',
        description: sessionOnly,
      },
    })
    .output(secondFactorState)
    .query(({ ctx }) => getSecondFactor(ctx)),
  createSecondFactor: userProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/auth/second-factor',
        operationId: 'createSecondFactor',
        tags,
        summary: 'Creates the key of an authenticator app',
        description: `Two-step sign-in is on only after **activateSecondFactor**, within 15 minutes. ${confirmedOnly} ${sessionOnly}`,
        errorResponses: [409],
      },
      statuses: [201],
      locationOf: () => '/auth/second-factor',
      returnsSecret: true,
    })
    .output(newSecondFactor)
    .mutation(({ ctx }) => createSecondFactor(ctx)),
  activateSecondFactor: userProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/auth/second-factor/activate',
        operationId: 'activateSecondFactor',
        tags,
        summary: 'Turns two-step sign-in on',
        description: `Returns the recovery codes, and ends all other sign-ins. ${confirmedOnly} ${sessionOnly}`,
        errorResponses: [409],
      },
      returnsSecret: true,
    })
    .input(activateInput)
    .output(recoveryCodes)
    .mutation(({ ctx, input }) => activateSecondFactor(ctx, input)),
  renewRecoveryCodes: userProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/auth/second-factor/recovery-codes',
        operationId: 'renewRecoveryCodes',
        tags,
        summary: 'Replaces the recovery codes',
        description: `${confirmedOnly} ${sessionOnly}`,
        errorResponses: [409],
      },
      returnsSecret: true,
    })
    .output(recoveryCodes)
    .mutation(({ ctx }) => renewRecoveryCodes(ctx)),
  removeSecondFactor: userProcedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/auth/second-factor',
        operationId: 'removeSecondFactor',
        tags,
        summary: 'Turns two-step sign-in off',
        description: `${confirmedOnly} ${sessionOnly}`,
        errorResponses: [409],
      },
      examples: { 200: { message: 'Two-step sign-in was turned off' } },
    })
    .output(message)
    .mutation(({ ctx }) => removeSecondFactor(ctx)),
  deleteAccount: userProcedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/account',
        operationId: 'deleteAccount',
        tags,
        summary: 'Deletes the user’s account and all its data',
        description: `Backups keep the data until they are replaced. A JSON body may have the confirmation, too. ${confirmedOnly} ${sessionOnly}`,
      },
      examples: { 200: { message: 'Your account was deleted' } },
    })
    .input(deleteAccountInput)
    .output(message)
    .mutation(({ ctx, input }) => deleteAccount(ctx, input)),
});
