import { trpc } from '../../../lib/api/trpc.ts';

/** The rules of the user, newest first. */
export function useRules() {
  return trpc.signals.rules.list.useQuery();
}
