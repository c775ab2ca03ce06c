import { FormFailure } from '#hooks/use-form.ts';
import { describeFailure } from '#lib/api/server-error.ts';
import { trpc } from '#lib/api/trpc.ts';
import { useSession } from '#lib/session/session-context.ts';

/** Changes the password; resolves with the server's message. Rejects with a `FormFailure`. */
export function useChangePassword() {
  const session = useSession();
  const utils = trpc.useUtils();
  const { mutateAsync } = trpc.auth.changePassword.useMutation();
  return async (change: Parameters<typeof mutateAsync>[0]): Promise<string> => {
    try {
      const { message, ...tokens } = await mutateAsync(change);
      await session.replaceTokens(tokens);
      session.setRequirement(undefined);
      void utils.auth.invalidate();
      return message;
    } catch (error) {
      throw new FormFailure(...describeFailure(error, 'Failed to change the password'));
    }
  };
}
