import type { CorporateActions } from '@stockbook/api/schemas';
import { useEffect } from 'react';
import { trpc } from '#lib/api/trpc.ts';

/** The splits and dividends of a stock; undefined until they are loaded. A failure is logged with `reportError`. */
export function useActions(symbol: string, isEnabled: boolean): CorporateActions | undefined {
  const { data, error } = trpc.stocks.actions.useQuery({ symbol }, { enabled: isEnabled });
  useEffect(() => {
    if (error) reportError(error);
  }, [error]);
  return data;
}
