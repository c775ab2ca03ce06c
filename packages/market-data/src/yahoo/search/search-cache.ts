import { LRUCache } from 'lru-cache';
import type { CallOptions } from '../../provider/provider.ts';
import type { SearchQuote } from './search-schema.ts';

/** Names, symbols and ISINs change rarely; a new listing is found after this time. */
const rememberForMs = 10 * 60_000;

/** An answer has 20 matches of some hundred bytes: all answers together take a few megabytes. */
const maxQueries = 500;

export type Search = (query: string, options: CallOptions) => Promise<readonly SearchQuote[]>;

/**
 * `search` with its answers remembered for ten minutes, also empty ones; failures are not remembered. Equal queries at
 * the same time share one call, which is made for the requester who came first.
 */
export function cacheSearch(search: Search, clock: () => Date): Search {
  const answers = new LRUCache<
    string,
    readonly SearchQuote[],
    { query: string; requester?: string | undefined }
  >({
    max: maxQueries,
    ttl: rememberForMs,
    ttlResolution: 0,
    perf: { now: () => clock().getTime() },
    // An entry that is evicted while its call runs still has callers who wait for the answer.
    ignoreFetchAbort: true,
    fetchMethod: (_key, _stale, { context }) => search(context.query, { requester: context.requester }),
  });
  return (query, { requester }) => answers.forceFetch(normalize(query), { context: { query, requester } });
}

/** Yahoo's search ignores case and extra spaces. */
function normalize(query: string): string {
  return query.trim().replace(/\s+/g, ' ').normalize('NFC').toLowerCase();
}
