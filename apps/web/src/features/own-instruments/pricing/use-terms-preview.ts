import type { InstrumentPreview, Pricing, TermsInput } from '@stockbook/api/schemas';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDebounced } from '#hooks/use-debounced.ts';
import { useApiClient } from '#lib/api/trpc.ts';

/** Not every key press computes prices. */
const typingMs = 300;

/** The last prices of a way, computed by the server while one types. Sends no request without terms or a currency. */
export function useTermsPreview(pricing: Pricing, terms: TermsInput | null, typedCurrency: string) {
  const client = useApiClient();
  const currency = typedCurrency.trim().toUpperCase();
  const key = useDebounced(JSON.stringify({ pricing, terms, currency }), typingMs);
  const query = useQuery({
    queryKey: ['ownPricePreview', key],
    queryFn: ({ signal }): Promise<InstrumentPreview> =>
      client.instruments.preview.mutate({ pricing, terms, currency }, { signal }),
    enabled:
      terms !== null && /^[A-Z]{3}$/.test(currency) && key === JSON.stringify({ pricing, terms, currency }),
    placeholderData: keepPreviousData,
    retry: false,
  });
  return terms === null ? null : query;
}
