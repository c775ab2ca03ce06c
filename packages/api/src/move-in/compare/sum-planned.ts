import { balancesOn } from '@stockbook/portfolio';
import { Decimal } from '../decimal.ts';
import { bookSplitChoices, bookTransactions } from '../plan/book-transactions.ts';
import type { PlanStock } from '../plan/facts.ts';
import type { MovePlan } from '../plan/plan.ts';

/** Shares and money of planned portfolios at the end of a day, by the book that also gives their figures. */
export interface PlannedSums {
  /** By portfolio, then by security, in shares of the day. */
  readonly shares: ReadonlyMap<string, ReadonlyMap<string, Decimal>>;
  /** By portfolio, then by main currency, whether or not cash counts. */
  readonly money: ReadonlyMap<string, ReadonlyMap<string, Decimal>>;
}

export function sumPlanned(
  { portfolios, transactions, keptSplits }: Pick<MovePlan, 'portfolios' | 'transactions' | 'keptSplits'>,
  stockOf: ReadonlyMap<string, PlanStock>,
  { lastDay, today }: { readonly lastDay: string; readonly today: string },
): PlannedSums {
  const book = {
    transactions: bookTransactions(transactions, portfolios),
    splits: new Map([...stockOf].map(([security, { splits }]) => [security, splits])),
    splitChoices: bookSplitChoices(keptSplits, portfolios),
    today,
  };
  const balances = [...balancesOn(book, lastDay)];
  const decimals = (texts: ReadonlyMap<string, string>) =>
    new Map([...texts].map(([key, text]) => [key, new Decimal(text)]));
  return {
    shares: new Map(balances.map(([portfolio, { shares }]) => [portfolio, decimals(shares)])),
    money: new Map(balances.map(([portfolio, { money }]) => [portfolio, decimals(money)])),
  };
}
