import { dayNumber } from '@stockbook/common/days';
import { backtestRepository } from '@stockbook/db';
import { combineAccounts, type EquitySeries } from '@stockbook/rules/simulate';
import type { UserContext } from '../../context.ts';
import { nextTurn } from '../../streaming/event-loop.ts';

interface Dated {
  readonly startDate: string;
  readonly endDate: string;
}

/** The first and the last day of all results, of which there is one at least. */
export function rangeOf(results: readonly Dated[]): [first: number, last: number] {
  const starts = results.map(({ startDate }) => dayNumber(startDate));
  const ends = results.map(({ endDate }) => dayNumber(endDate));
  return [Math.min(...starts), Math.max(...ends)];
}

/** The equity of all stocks of a run as one account. Reads one stock after the other: each may have 200 kB. */
export async function readCombined(
  em: UserContext['em'],
  backtestId: string,
  results: readonly (Dated & { readonly symbol: string })[],
  cash: number,
): Promise<EquitySeries> {
  const account = combineAccounts(cash, ...rangeOf(results));
  for (const { symbol } of results) {
    const series = await backtestRepository.readEquity(em, backtestId, symbol);
    if (series) account.add(series);
    await nextTurn();
  }
  return account.series();
}

/** The symbol of the stock with the median return; of the two in the middle, that with the lower one. */
export function medianSymbol(
  results: readonly {
    readonly symbol: string;
    readonly statistics: { readonly return_percent: number | null };
  }[],
): string | null {
  const sorted = results
    .flatMap(({ symbol, statistics: { return_percent: value } }) =>
      value === null ? [] : [{ symbol, value }],
    )
    .sort((a, b) => a.value - b.value || (a.symbol < b.symbol ? -1 : 1));
  return sorted[(sorted.length - 1) >> 1]?.symbol ?? null;
}
