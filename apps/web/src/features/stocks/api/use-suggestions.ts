import { keepPreviousData } from '@tanstack/react-query';
import { useDebounced } from '#hooks/use-debounced.ts';
import { trpc } from '#lib/api/trpc.ts';

export const suggestionsStaleMs = 300_000;

/** The search starts after this pause in typing, so that not every key press sends a request. */
const debounceMs = 250;

/** Stocks that a search finds; the previous ones stay until new ones are loaded. */
export function useSuggestions(query: string) {
  const q = useDebounced(query, debounceMs);
  return trpc.stocks.search.useQuery(
    { q },
    { enabled: q !== '', placeholderData: keepPreviousData, staleTime: suggestionsStaleMs, retry: false },
  );
}
