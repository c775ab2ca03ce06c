import { minuteMs } from '@stockbook/common/durations';
import { LRUCache } from 'lru-cache';
import type { CallOptions } from '../../provider/provider.ts';
import type { SearchQuote } from './search-schema.ts';

/** Names, symbols and ISINs change rarely; the limit is how late a new listing may be found. */
const rememberForMs = 10 * minuteMs;

/** 20 matches of a few hundred bytes per query: a few megabytes in total. */
const maxQueries = 500;

export type Search = (query: string, options: CallOptions) => Promise<readonly SearchQuote[]>;

/**
 * `search` with a cache: results, empty ones included, for ten minutes; errors never. Concurrent equal queries share
 * one call, on behalf of the first requester.
 */
export function cacheSearch(search: Search, clock: () => Date): Search {
  const results = new LRUCache<
    string,
    readonly SearchQuote[],
    { query: string; requester?: string | undefined }
  >({
    max: maxQueries,
    ttl: rememberForMs,
    ttlResolution: 0,
    perf: { now: () => clock().getTime() },
    // An entry evicted during its call still has callers.
    ignoreFetchAbort: true,
    fetchMethod: (_key, _stale, { context }) => search(context.query, { requester: context.requester }),
  });
  return (query, { requester }) => results.forceFetch(normalize(query), { context: { query, requester } });
}

/** Yahoo's search ignores case and extra spaces. */
function normalize(query: string): string {
  return query.trim().replace(/\s+/g, ' ').normalize('NFC').toLowerCase();
}
