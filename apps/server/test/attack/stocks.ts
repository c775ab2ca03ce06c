import { symbolOf } from '../../bench/support/bench-data.ts';

/** Stored stocks, all with whole histories. Attackers track most of them: some can be added. */
export const stockCount = 200;
export const trackedCount = 190;
export const symbols = Array.from({ length: trackedCount }, (_, index) => symbolOf(index + 1));
export const otherSymbols = Array.from({ length: stockCount - trackedCount }, (_, index) =>
  symbolOf(trackedCount + index + 1),
);

/** Stocks that the simulated provider knows: only these can be refreshed. */
export const listedSymbols = ['AAPL', 'MSFT', 'KO', 'JNJ', 'PG', 'IBM', 'MCD', 'DIS', 'WMT', 'XOM'];
