import { message } from '../../primitives.ts';
import { locationIn, router, userProcedure } from '../../trpc.ts';
import { confirmedOnly, sessionOnly } from '../descriptions.ts';
import { createToken, deleteToken, getToken, listTokens } from './access-tokens.ts';
import {
  createdPersonalAccessToken,
  createTokenInput,
  listTokensInput,
  personalAccessToken,
  personalAccessTokenList,
  tokenInput,
} from './schemas.ts';

export const accessTokensRouter = router({
  tokens: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/auth/tokens',
        operationId: 'listTokens',
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
        summary: 'Creates a personal access token',
        description: `Returns the token; no later response contains it. Send it as a bearer token. With scope **write** it can do everything an access token can, except for calls that require an access token because they concern the account itself; with scope **read**, calls that change something get 403. Signing out does not revoke it. A user can have 100 tokens; a further one gets 409. ${confirmedOnly} ${sessionOnly}`,
        errorResponses: [409],
      },
      statuses: [201],
      locationOf: locationIn('/auth/tokens'),
    })
    .input(createTokenInput)
    .output(createdPersonalAccessToken)
    .mutation(({ ctx, input }) => createToken(ctx, input)),
  token: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/auth/tokens/{tokenId}',
        operationId: 'getToken',
        summary: 'Returns a personal access token',
        description: `Without the secret. ${sessionOnly}`,
        errorResponses: [404],
      },
    })
    .input(tokenInput)
    .output(personalAccessToken)
    .query(({ ctx, input }) => getToken(ctx, input)),
  deleteToken: userProcedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/auth/tokens/{tokenId}',
        operationId: 'deleteToken',
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
