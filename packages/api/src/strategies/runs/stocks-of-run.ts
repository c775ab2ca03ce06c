import { type EntityManager, type SkippedStock, userStockRepository } from '@stockbook/db';
import { AppError } from '../../errors.ts';
import type { StrategyScope } from '../read-rules.ts';

/** A run reads and simulates every bar of its stocks. */
const maxStocks = 100;

/** A stock that a run reads. */
export interface RunStock {
  readonly id: number;
  readonly symbol: string;
}

/**
 * The stocks of a strategy on the user's watch list, by symbol, and those that are left out.
 * @throws AppError CONFLICT without any
 */
export async function stocksOfRun(
  em: EntityManager,
  userId: string,
  scope: StrategyScope,
): Promise<{ stocks: RunStock[]; skipped: SkippedStock[] }> {
  const links = await userStockRepository.listWatched(em, userId);
  const inScope = links.filter(
    ({ isFavorite }) => !('list' in scope) || scope.list === 'watch_list' || isFavorite,
  );
  const tracked = new Map(inScope.map(({ stockId: id, symbol }) => [symbol, { id, symbol }]));
  const named = 'symbols' in scope ? [...scope.symbols] : [...tracked.keys()];
  if (named.length === 0) throw new AppError('CONFLICT', 'This strategy has no stocks to run on');
  const stocks = named.sort().flatMap((symbol) => tracked.get(symbol) ?? []);
  return {
    stocks: stocks.slice(0, maxStocks),
    skipped: [
      ...named.filter((symbol) => !tracked.has(symbol)).map(skippedAsUntracked),
      ...stocks
        .slice(maxStocks)
        .map(({ symbol }) => ({ symbol, reason: `A run has ${maxStocks} stocks at most` })),
    ],
  };
}

export const skippedAsUntracked = (symbol: string): SkippedStock => ({
  symbol,
  reason: `${symbol} is not on your watch list`,
});
