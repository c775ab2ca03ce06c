import { FormFailure } from '#hooks/use-form.ts';
import { describeFailure } from '#lib/api/server-error.ts';
import { trpc } from '#lib/api/trpc.ts';

/** Confirms the sign-in; rejects with a `FormFailure`. `needsCode`: two-step sign-in is on. */
export function useConfirm() {
  const { data: secondFactor } = trpc.auth.secondFactor.useQuery();
  const { mutateAsync } = trpc.auth.confirm.useMutation();
  async function confirm(credentials: { password: string; code?: string }): Promise<void> {
    try {
      await mutateAsync(credentials);
    } catch (error) {
      throw new FormFailure(...describeFailure(error, 'Failed to confirm your sign-in'));
    }
  }
  return { confirm, needsCode: secondFactor?.is_on ?? false };
}
