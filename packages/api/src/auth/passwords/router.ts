import { router, userProcedure } from '../../trpc.ts';
import { sessionOnly } from '../descriptions.ts';
import { changePassword, getPasswordState } from './passwords.ts';
import { changedPassword, changePasswordInput, passwordState } from './schemas.ts';

export const passwordsRouter = router({
  password: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/auth/password',
        operationId: 'getPasswordState',
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
        summary: 'Changes the password',
        description: `The current sign-in goes on with the returned tokens; its former tokens are revoked. ${sessionOnly}`,
      },
    })
    .input(changePasswordInput)
    .output(changedPassword)
    .mutation(({ ctx, input }) => changePassword(ctx, input)),
});
