import { trpc } from '#lib/api/trpc.ts';
import { isOwnSymbol } from '#lib/data-source.ts';

/**
 * Whether a stock is quoted in per cent of its nominal value, as a bond is; undefined until that is known. Sends no
 * request for stocks of sources, which are quoted in money.
 */
export function useIsNominal(typed: string): boolean | undefined {
  const symbol = typed.trim().toUpperCase();
  const isOwn = isOwnSymbol(symbol);
  const { data } = trpc.instruments.get.useQuery({ symbol }, { enabled: isOwn, retry: false });
  return isOwn ? data && data.quoted_in === 'percent' : false;
}
