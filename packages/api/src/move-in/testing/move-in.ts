import { type Comparison, compare } from '../compare/compare.ts';
import type { NeutralBook } from '../form.ts';
import { readLimits } from '../limits.ts';
import type { PlanFacts } from '../plan/facts.ts';
import { makePlan } from '../plan/make-plan.ts';
import type { Answers, MovePlan } from '../plan/plan.ts';
import { planSecurities } from '../plan/securities.ts';
import { readPortfolioPerformance } from '../read/portfolio-performance/read-file.ts';
import type { PpTestBook } from './pp-book.ts';
import { writePpBinary } from './write-pp-binary.ts';
import { zip } from './zip.ts';

const noFacts: PlanFacts = {
  today: '2026-11-27',
  lastDay: '2026-11-28',
  stocks: [],
  rates: [],
  moved: [],
  portfolioNames: [],
  ownSymbols: [],
  instruments: {},
  found: [],
  storedOn: null,
};

export interface Moved {
  readonly book: NeutralBook;
  readonly plan: MovePlan;
  readonly comparison: Comparison;
}

/** Reads a book of Portfolio Performance from a binary file. */
export function readBook(book: PpTestBook): Promise<NeutralBook> {
  const file = zip([{ name: 'data.portfolio', bytes: writePpBinary(book) }]);
  return readPortfolioPerformance(
    { bytes: file },
    { password: null, today: noFacts.today, limits: readLimits },
  );
}

/** Plans a book and compares the plan with it. */
export function planBook(
  book: NeutralBook,
  { facts = {}, answers = {} }: { facts?: Partial<PlanFacts>; answers?: Answers } = {},
): Moved {
  const known = { ...noFacts, ...facts };
  const plan = makePlan(book, known, answers);
  return { book, plan, comparison: comparePlan(book, plan, known, answers) };
}

export function comparePlan(
  book: NeutralBook,
  plan: MovePlan,
  facts: PlanFacts = noFacts,
  answers: Answers = {},
): Comparison {
  const { stockOf } = planSecurities(book, facts, answers);
  return compare(book, plan, { stockOf, today: facts.today });
}
