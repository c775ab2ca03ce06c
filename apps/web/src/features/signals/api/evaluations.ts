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

const screenKey = getQueryKey(trpc.signals.screen);

/**
 * The stocks of the watch list, or of a list, for which a rule is true at the last close; sends no request without a
 * rule. Another order of a list changes nothing.
 */
export function useScreen(
  when: string | undefined,
  list: { readonly id: string; readonly symbols: readonly string[] } | null,
) {
  const client = useApiClient();
  const scope = list === null ? {} : ({ scope: 'list', list_id: list.id } as const);
  return useQuery({
    queryKey: [...screenKey, when, list && [list.id, ...list.symbols.toSorted()]],
    queryFn: ({ signal }) => client.signals.screen.mutate({ when: when ?? '', ...scope }, { signal }),
    enabled: when !== undefined,
    // Shows the matches of the previous rule until those of the new one are known.
    placeholderData: when === undefined ? undefined : keepPreviousData,
  });
}
