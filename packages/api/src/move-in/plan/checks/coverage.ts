import { findUncoveredSales } from '@stockbook/portfolio';
import { newSale } from '#src/portfolios/transactions/coverage-problem.ts';
import { bookSplitChoices, bookTransactions } from '../book-transactions.ts';
import type { PlanStock } from '../facts.ts';
import type { MovePlan, PlannedPortfolio, PlannedTransaction } from '../plan.ts';

interface CoverageContext {
  readonly portfolios: readonly PlannedPortfolio[];
  readonly stockOf: ReadonlyMap<string, PlanStock>;
  readonly nameOf: (security: string) => string;
  readonly today: string;
}

/** The keys of lines whose sales are not covered, with their sentences. */
export function findUncoveredLines(
  transactions: readonly PlannedTransaction[],
  keptSplits: MovePlan['keptSplits'],
  { portfolios, stockOf, nameOf, today }: CoverageContext,
): Map<string, string> {
  const problems = new Map<string, string>();
  const ofShares = transactions.filter(({ security }) => security !== null);
  const groups = Map.groupBy(ofShares, placeOf);
  const placesOf = Map.groupBy(ofShares, ({ line }) => line);
  const choices = Map.groupBy(bookSplitChoices(keptSplits, portfolios), ({ portfolioId, symbol }) =>
    placeOf({ portfolio: portfolioId, security: symbol }),
  );
  const open = new Set(groups.keys());
  for (const place of open) {
    open.delete(place);
    const group = (groups.get(place) ?? []).filter(({ line }) => line === null || !problems.has(line));
    const security = group[0]?.security ?? '';
    const uncovered = findUncoveredSales({
      transactions: bookTransactions(group, portfolios),
      splits: new Map([[security, stockOf.get(security)?.splits ?? []]]),
      splitChoices: choices.get(place) ?? [],
      today,
    });
    for (const sale of uncovered) {
      const line = group[Number(sale.transactionId)]?.line;
      if (line == null) continue;
      problems.set(line, newSale({ ...sale, symbol: nameOf(security) }));
      // Without an uncovered transfer, the sales of the portfolio that it led to can be uncovered too.
      const others = (placesOf.get(line) ?? []).map(placeOf).filter((other) => other !== place);
      for (const other of others) open.add(other);
    }
  }
  return problems;
}

const placeOf = ({ portfolio, security }: Pick<PlannedTransaction, 'portfolio' | 'security'>) =>
  `${portfolio} ${security}`;
