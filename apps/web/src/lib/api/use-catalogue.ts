import { trpc } from './trpc.ts';

/** The number of most used indicators, which the catalogue lists first. */
export const presetCount = 8;

/** The indicators that the server can calculate. Constant until the server is updated. */
export function useCatalogue(isEnabled = true) {
  return trpc.indicators.catalogue.useQuery(undefined, {
    enabled: isEnabled,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
