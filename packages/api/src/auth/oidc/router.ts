import { message } from '../../primitives.ts';
import { publicProcedure, router, userProcedure } from '../../trpc.ts';
import { confirmedOnly, sessionOnly } from '../descriptions.ts';
import { signIn } from '../schemas.ts';
import {
  confirmByProvider,
  connectProvider,
  disconnectProvider,
  getProviderConnection,
} from './connection.ts';
import { exchangeOperatorCode } from './exchange.ts';
import { operatorCode, providerConnection, providerUrl } from './schemas.ts';

/** Sign-in by an identity provider. Its redirections and their codes are routes of REST alone. */
export const providerRouter = router({
  providerConnection: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/auth/oidc/connection',
        operationId: 'getProviderConnection',
        summary: 'Returns whether the account is connected with the identity provider',
        description: sessionOnly,
      },
    })
    .output(providerConnection)
    .query(({ ctx }) => getProviderConnection(ctx)),
  connectProvider: userProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/auth/oidc/connect',
        operationId: 'connectProvider',
        summary: 'Begins to connect the account with the identity provider',
        description: `The provider sends the browser back, which connects the account. ${confirmedOnly} ${sessionOnly}`,
        errorResponses: [409],
      },
      returnsSecret: true,
    })
    .output(providerUrl)
    .mutation(({ ctx }) => connectProvider(ctx)),
  confirmByProvider: userProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/auth/oidc/confirm',
        operationId: 'confirmByProvider',
        summary: 'Begins to confirm the sign-in at the identity provider',
        description: `The provider asks who it is and sends the browser back, which confirms this sign-in for ten minutes. ${sessionOnly}`,
        errorResponses: [409],
      },
      returnsSecret: true,
    })
    .output(providerUrl)
    .mutation(({ ctx }) => confirmByProvider(ctx)),
  disconnectProvider: userProcedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/auth/oidc/connection',
        operationId: 'disconnectProvider',
        summary: 'Disconnects the account from the identity provider',
        description: `Refused if no other way to sign in would remain. ${confirmedOnly} ${sessionOnly}`,
        errorResponses: [409],
      },
      examples: { 200: { message: 'Authelia was disconnected' } },
    })
    .output(message)
    .mutation(({ ctx }) => disconnectProvider(ctx)),
  operatorSession: publicProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/auth/operator-session',
        operationId: 'exchangeOperatorCode',
        protect: false,
        summary: 'Signs in by a code that the operator handed over',
        description:
          'The code is good once. Only for the pages of this server: `origin` must be its address.',
      },
      returnsSecret: true,
    })
    .input(operatorCode)
    .output(signIn)
    .mutation(({ ctx, input }) => exchangeOperatorCode(ctx, { ...input, origin: ctx.origin })),
});
