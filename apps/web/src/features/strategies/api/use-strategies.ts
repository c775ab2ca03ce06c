import { trpc } from '#lib/api/trpc.ts';

/** All strategies of the user, newest first. */
export function useStrategies() {
  return trpc.strategies.list.useQuery();
}
