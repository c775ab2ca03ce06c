import { message } from '../../primitives.ts';
import { router, userProcedure } from '../../trpc.ts';
import { confirmedOnly, sessionOnly } from '../descriptions.ts';
import { deleteAccount } from './account.ts';
import { deleteAccountInput } from './schemas.ts';

export const accountRouter = router({
  deleteAccount: userProcedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/account',
        operationId: 'deleteAccount',
        summary: 'Deletes the user’s account and all its data',
        description: `Backups keep the data until they are replaced. A JSON body may have the confirmation, too. ${confirmedOnly} ${sessionOnly}`,
      },
      examples: { 200: { message: 'Your account was deleted' } },
    })
    .input(deleteAccountInput)
    .output(message)
    .mutation(({ ctx, input }) => deleteAccount(ctx, input)),
});
