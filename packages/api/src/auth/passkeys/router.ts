import { message } from '../../primitives.ts';
import { locationIn, publicProcedure, router, userProcedure } from '../../trpc.ts';
import { confirmedOnly, sessionOnly } from '../descriptions.ts';
import { signIn } from '../schemas.ts';
import { confirmOptions } from './confirm-by-passkey.ts';
import {
  addPasskey,
  getPasskey,
  listPasskeys,
  passkeyOptions,
  removePasskey,
  renamePasskey,
} from './passkeys.ts';
import {
  addPasskeyInput,
  creationOptions,
  listPasskeysInput,
  passkey,
  passkeyInput,
  passkeyList,
  passkeyLoginInput,
  renamePasskeyInput,
  requestOptions,
} from './schemas.ts';
import { passkeyLogin, passkeyLoginOptions } from './sign-in-with-passkey.ts';

const onlyAtTheAddress =
  'Where passkeys are not possible, returns 409: they need HTTPS and the host of `PUBLIC_URL`, or `localhost`.';

export const passkeysRouter = router({
  passkeyOptions: userProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/auth/passkeys/options',
        operationId: 'getPasskeyOptions',
        summary: 'Returns a challenge for a new passkey',
        description: `For **addPasskey** in the same sign-in. ${onlyAtTheAddress} ${confirmedOnly} ${sessionOnly}`,
        errorResponses: [409],
      },
      returnsSecret: true,
    })
    .output(creationOptions)
    .mutation(({ ctx }) => passkeyOptions(ctx)),
  addPasskey: userProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/auth/passkeys',
        operationId: 'addPasskey',
        summary: 'Adds a passkey',
        description: `A passkey that is not accepted gets 400. A user can have 20; a further one gets 409, and so does one that is registered already. ${onlyAtTheAddress} ${confirmedOnly} ${sessionOnly}`,
        errorResponses: [409],
      },
      statuses: [201],
      locationOf: locationIn('/auth/passkeys'),
    })
    .input(addPasskeyInput)
    .output(passkey)
    .mutation(({ ctx, input }) => addPasskey(ctx, input)),
  passkeys: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/auth/passkeys',
        operationId: 'listPasskeys',
        summary: 'Lists the user’s passkeys',
        description: sessionOnly,
      },
    })
    .input(listPasskeysInput.optional())
    .output(passkeyList)
    .query(({ ctx, input }) => listPasskeys(ctx, input ?? {})),
  passkey: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/auth/passkeys/{passkeyId}',
        operationId: 'getPasskey',
        summary: 'Returns a passkey',
        description: sessionOnly,
        errorResponses: [404],
      },
    })
    .input(passkeyInput)
    .output(passkey)
    .query(({ ctx, input }) => getPasskey(ctx, input)),
  renamePasskey: userProcedure
    .meta({
      openapi: {
        method: 'PATCH',
        path: '/auth/passkeys/{passkeyId}',
        operationId: 'renamePasskey',
        summary: 'Renames a passkey',
        description: sessionOnly,
        errorResponses: [404],
      },
    })
    .input(renamePasskeyInput)
    .output(passkey)
    .mutation(({ ctx, input }) => renamePasskey(ctx, input)),
  removePasskey: userProcedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/auth/passkeys/{passkeyId}',
        operationId: 'removePasskey',
        summary: 'Removes a passkey',
        description: `Returns 409 if the user could no longer sign in. ${confirmedOnly} ${sessionOnly}`,
        errorResponses: [404, 409],
      },
      examples: { 200: { message: 'The passkey was removed' } },
    })
    .input(passkeyInput)
    .output(message)
    .mutation(({ ctx, input }) => removePasskey(ctx, input)),
  passkeyLoginOptions: publicProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/auth/passkey-login/options',
        operationId: 'getPasskeyLoginOptions',
        protect: false,
        summary: 'Returns a challenge for signing in by a passkey',
        description: `The same for all accounts. At most 60 a minute for a client address. ${onlyAtTheAddress}`,
        errorResponses: [409],
      },
      returnsSecret: true,
    })
    .output(requestOptions)
    .mutation(({ ctx }) => passkeyLoginOptions(ctx)),
  passkeyLogin: publicProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/auth/passkey-login',
        operationId: 'loginByPasskey',
        protect: false,
        summary: 'Signs in by a passkey',
        description: `Asks for no code of two-step sign-in. A passkey that is not accepted gets 401, whatever the reason. ${onlyAtTheAddress}`,
        errorResponses: [401, 409],
      },
    })
    .input(passkeyLoginInput)
    .output(signIn)
    .mutation(({ ctx, input }) => passkeyLogin(ctx, input)),
  confirmOptions: userProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/auth/confirm/options',
        operationId: 'getConfirmOptions',
        summary: 'Returns a challenge for confirming the sign-in by a passkey',
        description: `For **confirm** in the same sign-in. ${onlyAtTheAddress} ${sessionOnly}`,
        errorResponses: [409],
      },
      returnsSecret: true,
    })
    .output(requestOptions)
    .mutation(({ ctx }) => confirmOptions(ctx)),
});
