import { message } from '../../primitives.ts';
import { router, userProcedure } from '../../trpc.ts';
import { confirmedOnly, sessionOnly } from '../descriptions.ts';
import { activateInput, newSecondFactor, recoveryCodes, secondFactorState } from './schemas.ts';
import {
  activateSecondFactor,
  createSecondFactor,
  getSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
} from './second-factor.ts';

/** Two-step sign-in. */
export const secondFactorRouter = router({
  secondFactor: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/auth/second-factor',
        operationId: 'getSecondFactor',
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
        summary: 'Turns two-step sign-in off',
        description: `${confirmedOnly} ${sessionOnly}`,
        errorResponses: [409],
      },
      examples: { 200: { message: 'Two-step sign-in was turned off' } },
    })
    .output(message)
    .mutation(({ ctx }) => removeSecondFactor(ctx)),
});
