import { type Comparison, compare } from '../compare/compare.ts';
import type { NeutralBook } from '../form.ts';
import type { PlanFacts } from '../plan/facts.ts';
import type { Answers, MovePlan, PlannedTransaction } from '../plan/plan.ts';
import { planSecurities } from '../plan/securities.ts';

/** A stored transaction, with the key of its portfolio in the plan. */
export interface StoredLeg
  extends Omit<PlannedTransaction, 'line' | 'security' | 'note' | 'externalId' | 'transfer' | 'exDate'> {
  readonly symbol: string | null;
}

/** Compares a file with the rows that its move has stored. */
export function recheck(
  book: NeutralBook,
  plan: MovePlan,
  {
    facts,
    answers,
    stored,
  }: { readonly facts: PlanFacts; readonly answers: Answers; readonly stored: readonly StoredLeg[] },
): Comparison {
  const { stockOf } = planSecurities(book, facts, answers);
  const keyOf = new Map(plan.securities.toReversed().map(({ key, symbol }) => [symbol, key]));
  const nothing = { line: null, note: null, externalId: null, transfer: null, exDate: null };
  const transactions = stored.map(({ symbol, ...leg }) => ({
    ...leg,
    ...nothing,
    security: symbol === null ? null : (keyOf.get(symbol) ?? symbol),
  }));
  return compare(book, { ...plan, transactions }, { stockOf, today: facts.today });
}
