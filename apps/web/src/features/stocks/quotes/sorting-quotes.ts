import type { Quote } from '@stockbook/api/schemas';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useQuoteParts } from './quoted.ts';

export type Quotes = ReadonlyMap<string, Quote>;

interface Sorting {
  readonly queryClient: QueryClient;
  /** The order, the filter and the search. */
  readonly key: string;
  readonly quotes: Quotes;
}

const noQuotes: Quotes = new Map();

/** That of the list, which the rail and the keys for the next stock follow. */
let shared: Sorting | null = null;

/**
 * The quotes when the user sorted, filtered or opened the list: rows never change place by themselves.
 * @param key changes when the user sorts or filters
 * @param isList whether the page is the list itself, which sorts again when it opens
 */
export function useSortingQuotes(key: string, isList: boolean): Quotes {
  const parts = useQuoteParts();
  const queryClient = useQueryClient();

  function sort(): Sorting {
    if (isList || shared?.queryClient !== queryClient || shared.key !== key) {
      shared = { queryClient, key, quotes: parts?.currentQuotes(queryClient) ?? noQuotes };
    }
    return shared;
  }

  const [sorting, setSorting] = useState(sort);
  if (sorting.key === key) return sorting.quotes;
  const next = sort();
  setSorting(next);
  return next.quotes;
}
