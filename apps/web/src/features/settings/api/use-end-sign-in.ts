import type { ActiveSignIn } from '@stockbook/api/schemas';
import { trpc } from '#lib/api/trpc.ts';

/** Ends another sign-in of the user. */
export function useEndSignIn({ id }: ActiveSignIn) {
  const utils = trpc.useUtils();
  const { mutate, isPending, error } = trpc.auth.endSignIn.useMutation({
    onSettled: () => Promise.all([utils.auth.signIns.invalidate(), utils.auth.events.invalidate()]),
  });
  return { end: () => mutate({ signInId: id }), isEnding: isPending, error };
}
