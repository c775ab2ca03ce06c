import { useQuery } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { trpc, useApiClient } from '#lib/api/trpc.ts';
import type { Rules } from './types.ts';

const checkKey = getQueryKey(trpc.strategies.check);

/** The numbers of a strategy that a sweep can vary. The call is a mutation for its POST request, but stores nothing. */
export function useRuleNumbers(rules: Rules) {
  const client = useApiClient();
  return useQuery({
    queryKey: [...checkKey, rules],
    queryFn: async ({ signal }) => (await client.strategies.check.mutate({ rules }, { signal })).numbers,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
