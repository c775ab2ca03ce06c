import { findUncovered, type SplitChoice, type Transaction } from '@stockbook/portfolio';
import { newSale } from '../../transactions/coverage-problem.ts';
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
  let left = transactions.filter(({ security }) => security !== null);
  // Without an uncovered transfer, the sales of the portfolio that it led to can be uncovered too.
  for (let isChanged = true; isChanged; ) {
    isChanged = false;
    const groups = Map.groupBy(left, ({ portfolio, security }) => `${portfolio} ${security}`);
    for (const group of groups.values()) {
      const security = group[0]?.security ?? '';
      const splits = new Map([[security, stockOf.get(security)?.splits ?? []]]);
      const splitChoices = keptSplits.map(
        (kept): SplitChoice => ({
          portfolioId: group[0]?.portfolio ?? '',
          symbol: kept.security,
          exDate: kept.date,
          choice: 'kept',
        }),
      );
      const found = findUncovered({ transactions: group.map(toBook), splits, splitChoices, today });
      const line = group.find((_, index) => String(index) === found?.transactionId)?.line;
      if (!found || line == null) continue;
      problems.set(line, newSale({ ...found, symbol: nameOf(security) }));
      isChanged = true;
    }
    left = left.filter(({ line }) => line === null || !problems.has(line));
  }
  return problems;
}

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
