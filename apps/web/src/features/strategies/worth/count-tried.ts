import type { ListedBacktest, ListedSweep } from '../api/types.ts';

/** How many rules and settings of a strategy have a result: equal backtests count once, sweeps with all combinations. */
export function countTried(
  backtests: readonly Pick<ListedBacktest, 'rules' | 'settings'>[],
  sweeps: readonly Pick<ListedSweep, 'total' | 'status'>[],
): number {
  const different = new Set(backtests.map(({ rules, settings }) => JSON.stringify([rules, settings])));
  const swept = sweeps.reduce((sum, { total, status }) => (status === 'SUCCESS' ? sum + total : sum), 0);
  return different.size + swept;
}
