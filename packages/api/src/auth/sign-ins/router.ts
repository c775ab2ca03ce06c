import { message } from '../../primitives.ts';
import { router, userProcedure } from '../../trpc.ts';
import { confirmedOnly, sessionOnly, tags } from '../descriptions.ts';
import { endSignIn } from './end-sign-in.ts';
import { listSignIns } from './list-sign-ins.ts';
import { listSignInsInput, signInInput, signInList } from './schemas.ts';

/** The sign-ins of the user. */
export const signInsRouter = router({
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
});
