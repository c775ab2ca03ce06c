import { findUncovered, type SplitChoice, type Transaction } from '@stockbook/portfolio';
import { newSale } from '../../portfolios/transactions/coverage-problem.ts';
import type { PlanStock } from './facts.ts';
import type { MovePlan, PlannedTransaction } from './plan.ts';

/** The keys of lines whose sales are not covered, with their sentences. */
export function findUncoveredLines(
  transactions: readonly PlannedTransaction[],
  keptSplits: MovePlan['keptSplits'],
  {
    stockOf,
    nameOf,
    today,
  }: {
    readonly stockOf: ReadonlyMap<string, PlanStock>;
    readonly nameOf: (security: string) => string;
    readonly today: string;
  },
): Map<string, string> {
  const problems = new Map<string, string>();
  const ofShares = transactions.filter(({ security }) => security !== null);
  const groups = Map.groupBy(ofShares, placeOf);
  const placesOf = Map.groupBy(ofShares, ({ line }) => line);
  const open = [...groups.keys()];
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    const group = (groups.get(place) ?? []).filter(({ line }) => line === null || !problems.has(line));
    const [first] = group;
    if (!first?.security) continue;
    const { security, portfolio } = first;
    const splits = new Map([[security, stockOf.get(security)?.splits ?? []]]);
    const splitChoices = keptSplits.map(
      (kept): SplitChoice => ({
        portfolioId: portfolio,
        symbol: kept.security,
        exDate: kept.date,
        choice: 'kept',
      }),
    );
    const found = findUncovered({ transactions: group.map(toBook), splits, splitChoices, today });
    const line = group.find((_, index) => String(index) === found?.transactionId)?.line;
    if (!found || line == null) continue;
    problems.set(line, newSale({ ...found, symbol: nameOf(security) }));
    // Without an uncovered transfer, the sales of the portfolio that it led to can be uncovered too.
    open.push(...new Set((placesOf.get(line) ?? []).map(placeOf)));
  }
  return problems;
}

const placeOf = ({ portfolio, security }: PlannedTransaction) => `${portfolio} ${security}`;

function toBook(transaction: PlannedTransaction, index: number): Transaction {
  const { portfolio, type, date, security, quantity, price, amount, currency, fees, taxes } = transaction;
  return {
    id: String(index),
    portfolioId: portfolio,
    type,
    date,
    ordinal: index + 1,
    symbol: security,
    quantity,
    price,
    amount,
    currency,
    fees,
    taxes,
    fxRate: null,
    fxCurrency: null,
    exDate: null,
    toAmount: null,
    toCurrency: null,
    transferId: null,
  };
}
