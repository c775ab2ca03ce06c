import { FormFailure } from '#hooks/use-form.ts';
import { describeFailure } from '#lib/api/server-error.ts';
import { trpc } from '#lib/api/trpc.ts';

/** Turns two-step sign-in on with the first code of the app; resolves with the recovery codes. Rejects with a `FormFailure`. */
export function useActivateSecondFactor() {
  const { mutateAsync } = trpc.auth.activateSecondFactor.useMutation();
  return async (code: string): Promise<readonly string[]> => {
    try {
      return (await mutateAsync({ code })).recovery_codes;
    } catch (error) {
      throw new FormFailure(...describeFailure(error, 'Failed to turn two-step sign-in on'));
    }
  };
}

/** Turns two-step sign-in off. */
export function useRemoveSecondFactor() {
  const utils = trpc.useUtils();
  return trpc.auth.removeSecondFactor.useMutation({ onSuccess: () => utils.auth.invalidate() });
}
