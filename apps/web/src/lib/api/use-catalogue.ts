import { trpc } from './trpc.ts';

/** The indicators that the server can calculate, the eight most used first. Constant until the server is updated. */
export function useCatalogue(isEnabled: boolean) {
  return trpc.indicators.catalogue.useQuery(undefined, {
    enabled: isEnabled,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
