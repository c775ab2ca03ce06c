import type { SearchQuote } from './search-schema.ts';

const derivativeTypes = new Set(['OPTION', 'FUTURE']);

/** The symbol that was typed first, options and futures after everything else; otherwise in Yahoo's order. */
export function arrangeQuotes(query: string, quotes: readonly SearchQuote[]): SearchQuote[] {
  const exact = query.toUpperCase();
  const rank = ({ symbol, quoteType }: SearchQuote) => {
    if (symbol === exact) return -1;
    return Number(derivativeTypes.has(quoteType?.toUpperCase() ?? ''));
  };
  return quotes.toSorted((a, b) => rank(a) - rank(b));
}
