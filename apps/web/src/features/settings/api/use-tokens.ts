import { trpc } from '#lib/api/trpc.ts';

/** The personal access tokens, newest first, without their secrets. */
export function useTokens() {
  return trpc.auth.tokens.useQuery();
}
