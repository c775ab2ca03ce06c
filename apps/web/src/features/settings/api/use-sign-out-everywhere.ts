import { trpc } from '#lib/api/trpc.ts';
import { useSession } from '#lib/session/session-context.ts';

/** Ends all sign-ins of the user on the server, then in this browser. */
export function useSignOutEverywhere() {
  const session = useSession();
  return trpc.auth.logoutAll.useMutation({ onSuccess: () => session.clear() });
}
