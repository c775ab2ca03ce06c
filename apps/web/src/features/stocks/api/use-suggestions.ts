import { keepPreviousData } from '@tanstack/react-query';
import { trpc } from '../../../lib/api/trpc.ts';

export const suggestionsStaleMs = 300_000;

/** Search results for the add form; the previous ones stay until new ones are loaded. */
export function useSuggestions(query: string) {
  return trpc.stocks.search.useQuery(
    { q: query },
    { enabled: query !== '', placeholderData: keepPreviousData, staleTime: suggestionsStaleMs, retry: false },
  );
}
