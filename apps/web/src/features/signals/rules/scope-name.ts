import type { SignalRule, StockList } from '@stockbook/api/schemas';

/** The stocks that a rule without a stock watches; the name of a list is empty until the lists are loaded. */
export function scopeName(
  { scope, list_id }: SignalRule,
  lists: readonly StockList[] | undefined,
  watchList: string,
): string {
  if (scope === 'list') return lists?.find(({ id }) => id === list_id)?.name ?? '';
  return scope === 'favorites' ? 'Favorites' : watchList;
}
