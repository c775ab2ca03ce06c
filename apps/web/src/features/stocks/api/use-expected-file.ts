import { isIsin } from '#lib/api/schemas.ts';
import { trpc } from '#lib/api/trpc.ts';

/** The name of a symbol's file if the server reads prices from CSV files, otherwise null. */
export function useExpectedFile(symbolOrIsin: string, isEnabled: boolean): string | null {
  const { data } = trpc.system.version.useQuery(undefined, { enabled: isEnabled });
  if (data?.market_data !== 'csv') return null;
  return `${isIsin(symbolOrIsin) ? 'SYMBOL' : symbolOrIsin}.csv`;
}
