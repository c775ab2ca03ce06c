import type { Search } from './search-cache.ts';

/** `search`, repeated without accents if nothing is found: Yahoo does not find "société générale". */
export function searchWithoutAccents(search: Search): Search {
  return async (query, options) => {
    const quotes = await search(query, options);
    const plain = query.normalize('NFD').replaceAll(/\p{Mn}/gu, '');
    return quotes.length > 0 || plain === query ? quotes : search(plain, options);
  };
}
