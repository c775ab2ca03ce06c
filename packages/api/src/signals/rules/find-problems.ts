import {
  type EntityManager,
  type SignalRuleRow,
  signalStateRepository,
  stockListRepository,
  type WatchedStock,
  watchListRepository,
} from '@stockbook/db';
import { describeTooFewBars, readRule } from '@stockbook/rules';
import type { Services } from '../../context.ts';
import { maxProblems, type SignalRule } from './schemas.ts';
import { sessionProblem } from './session-level.ts';
import { describeStale, staleReason } from './stale-prices.ts';

type Problems = SignalRule['problems'];

/** Why active rules give no signals at present, or none during the session, by the id of the rule. */
export async function findProblems(
  em: EntityManager,
  userId: string,
  rules: readonly SignalRuleRow[],
  { now, quotes }: { readonly now: Date; readonly quotes: Services['quotes'] },
): Promise<Map<string, Problems>> {
  const active = rules.filter(({ isActive }) => isActive);
  if (active.length === 0) return new Map();
  const stocks = await watchListRepository.listWatched(em, userId);
  const staleReasons = new Map(
    stocks.flatMap((stock) => {
      const reason = staleReason(stock, now);
      return reason === null ? [] : [[stock.stockId, reason] as const];
    }),
  );
  const states = await signalStateRepository.list(
    em,
    active.map(({ id }) => id),
    [...staleReasons.keys()],
  );
  const listIds = active.flatMap(({ listId }) => listId ?? []);
  const stocksOfLists = await stockListRepository.listStockIds(em, listIds);
  const stateOf = new Map(states.map((state) => [`${state.ruleId} ${state.stockId}`, state]));
  const problemsOf = (row: SignalRuleRow): Problems => {
    const { rule } = readRule(row.condition);
    return stocks
      .filter((stock) => isInScope(row, stock, stocksOfLists))
      .flatMap((stock) => {
        const state = stateOf.get(`${row.id} ${stock.stockId}`);
        const stale = staleReasons.get(stock.stockId);
        const message =
          stale === undefined
            ? ((rule && describeTooFewBars(rule, stock.symbol, stock.barCount)) ?? state?.problem)
            : describeStale(state?.evaluatedTo ?? stock.dataEndDate, stale);
        const session = row.sessionLevel === null ? null : sessionProblem(quotes, stock.dataSource);
        return [message, session].flatMap((text) => (text ? [{ symbol: stock.symbol, message: text }] : []));
      })
      .slice(0, maxProblems);
  };
  return new Map(active.map((row) => [row.id, problemsOf(row)]));
}

function isInScope(
  { scope, stockId, listId }: SignalRuleRow,
  stock: WatchedStock,
  stocksOfLists: ReadonlyMap<string, readonly number[]>,
): boolean {
  switch (scope) {
    case 'stock':
      return stockId === stock.stockId;
    case 'list':
      return stocksOfLists.get(listId ?? '')?.includes(stock.stockId) ?? false;
    case 'favorites':
      return stock.isFavorite;
    case 'watch_list':
      return true;
  }
}
