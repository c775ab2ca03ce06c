import type { RulePreview } from '@stockbook/api/schemas';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { trpc, useApiClient } from '#lib/api/trpc.ts';

const previewKey = getQueryKey(trpc.signals.preview);

/**
 * Evaluates a rule on the bars of a stock. The call is a mutation for its POST request, but it stores nothing: its
 * responses are cached, because a minute has 30 calls.
 * @param request null for no call, for example while the rule is being typed
 */
export function usePreview(request: { readonly symbol: string; readonly when: string } | null) {
  const client = useApiClient();
  return useQuery<RulePreview>({
    queryKey: [...previewKey, request],
    queryFn: ({ signal }) => client.signals.preview.mutate(request ?? { symbol: '', when: '' }, { signal }),
    enabled: request !== null,
    staleTime: 60_000,
    retry: false,
    placeholderData: keepPreviousData,
  });
}
