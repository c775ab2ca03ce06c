import { FormFailure } from '#hooks/use-form.ts';
import { describeFailure } from '#lib/api/server-error.ts';
import { trpc } from '#lib/api/trpc.ts';
import { useSession } from '#lib/session/session-context.ts';

/** Deletes the account and signs out in this browser. Rejects with a `FormFailure`. */
export function useDeleteAccount() {
  const session = useSession();
  const { mutateAsync } = trpc.auth.deleteAccount.useMutation();
  return async (confirmation: string): Promise<void> => {
    try {
      const { message } = await mutateAsync({ confirmation });
      session.clear(message);
    } catch (error) {
      throw new FormFailure(...describeFailure(error, 'Failed to delete your account'));
    }
  };
}
