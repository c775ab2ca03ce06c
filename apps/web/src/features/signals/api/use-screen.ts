import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { trpc, useApiClient } from '#lib/api/trpc.ts';

const screenKey = getQueryKey(trpc.signals.screen);

/** The stocks of the watch list for which a rule is true at the last close; sends no request without a rule. */
export function useScreen(when: string | undefined) {
  const client = useApiClient();
  return useQuery({
    queryKey: [...screenKey, when],
    queryFn: ({ signal }) => client.signals.screen.mutate({ when: when ?? '' }, { signal }),
    enabled: when !== undefined,
    // Shows the matches of the previous rule until those of the new one are known.
    placeholderData: when === undefined ? undefined : keepPreviousData,
  });
}
