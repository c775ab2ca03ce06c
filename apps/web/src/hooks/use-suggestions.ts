import type { SearchMatch } from '@stockbook/api/schemas';
import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { useCallback } from 'react';
import { TaskFailure } from '#lib/api/run-task.ts';
import { isIsin, symbolOrIsin } from '#lib/api/schemas.ts';
import { trpc } from '#lib/api/trpc.ts';
import { useDebounced } from './use-debounced.ts';

const suggestionsStaleMs = 300_000;

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

/** Shorter texts begin too many names. */
const minNameLength = 2;

/**
 * The search result that a typed text names: the one with this symbol, or else the first with a word of its name, or
 * its whole name, beginning with the text. A symbol that the search does not know must not become another stock.
 */
export function typedMatch(text: string, matches: readonly SearchMatch[]): SearchMatch | null {
  const typed = text.trim().toLowerCase();
  const bySymbol = matches.find(({ symbol }) => symbol.toLowerCase() === typed);
  if (bySymbol) return bySymbol;
  if (typed.length < minNameLength) return null;
  return matches.find(({ name }) => ` ${name.toLowerCase()}`.includes(` ${typed}`)) ?? null;
}

/** How long an addition waits for the search that names a typed text, in milliseconds. */
const maxSearchMs = 2000;

/** Resolves a typed name, symbol or ISIN to a symbol or ISIN. A failed or slow search leaves the text as it is. */
export function useResolveSymbol(): (text: string) => Promise<string> {
  const utils = trpc.useUtils();
  const queryClient = useQueryClient();
  return useCallback(
    async (text) => {
      const parsed = symbolOrIsin.safeParse(text);
      if (parsed.success && isIsin(parsed.data)) return parsed.data;
      const q = text.trim();
      const queryKey = getQueryKey(trpc.stocks.search, { q }, 'query');
      const timer = setTimeout(() => void queryClient.cancelQueries({ queryKey }), maxSearchMs);
      const match = await utils.stocks.search
        .fetch({ q }, { staleTime: suggestionsStaleMs, retry: false })
        .then(({ results }) => typedMatch(q, results))
        // The addition itself reports what is wrong.
        .catch(() => null)
        .finally(() => clearTimeout(timer));
      if (match) return match.symbol;
      if (parsed.success) return parsed.data;
      throw new TaskFailure(parsed.error.issues[0]?.message ?? 'Please enter a stock symbol');
    },
    [utils, queryClient],
  );
}
