import { router, userProcedure } from '../../trpc.ts';
import { sessionOnly } from '../descriptions.ts';
import { confirm } from './confirmation.ts';
import { confirmation, confirmInput } from './schemas.ts';

export const confirmationRouter = router({
  confirm: userProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/auth/confirm',
        operationId: 'confirm',
        summary: 'Confirms the sign-in by the password or a passkey, for ten minutes',
        description: `Some calls require it; a sign-in younger than ten minutes counts as confirmed. A wrong password gets 400 and counts as a failed sign-in. \`response\` answers the challenge of **getConfirmOptions**; where passkeys are not possible, it gets 409. ${sessionOnly}`,
        errorResponses: [409],
      },
    })
    .input(confirmInput)
    .output(confirmation)
    .mutation(({ ctx, input }) => confirm(ctx, input)),
});
