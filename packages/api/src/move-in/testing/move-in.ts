import { type Comparison, compare } from '../compare/compare.ts';
import type { NeutralBook } from '../form.ts';
import { readLimits } from '../limits.ts';
import { answerFile } from '../plan/answer-file.ts';
import type { PlanFacts } from '../plan/facts.ts';
import { makePlan } from '../plan/make-plan.ts';
import type { Answers, MovePlan } from '../plan/plan.ts';
import { planSecurities } from '../plan/securities.ts';
import { readPortfolioPerformance } from '../read/portfolio-performance/read-file.ts';
import type { PpTestBook, PpTestEntry } from './pp-book.ts';
import { writePpBinary } from './write-pp-binary.ts';
import { writePpXml } from './write-pp-xml.ts';
import { zip } from './zip.ts';

/** The room of an account without anything. */
export const room: PlanFacts['room'] = {
  portfolios: 50,
  transactions: 50_000,
  transactionsPerPortfolio: 20_000,
  instruments: 100,
  bars: 300_000,
  stocks: 500,
  lists: 50,
  stocksPerList: 500,
};

/** A purchase of ten shares for 100 euros, paid by the account `a1`. */
export const bought: PpTestEntry = {
  type: 'buy',
  uuid: 'b1',
  otherUuid: 'b2',
  date: '2024-05-20',
  account: 'a1',
  portfolio: 'p1',
  security: 's1',
  currency: 'EUR',
  amount: 100_00n,
  shares: 10_00000000n,
};

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
  room,
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

/** Reads a book of Portfolio Performance from an XML file. */
export function readXmlBook(book: PpTestBook, references: 'paths' | 'ids'): Promise<NeutralBook> {
  const bytes = new Uint8Array(Buffer.from(writePpXml(book, references)));
  return readPortfolioPerformance({ bytes }, { password: null, today: noFacts.today, limits: readLimits });
}

/** Plans a book and compares the plan with it. */
export function planBook(
  book: NeutralBook,
  { facts = {}, answers = {} }: { facts?: Partial<PlanFacts>; answers?: Answers } = {},
): Moved {
  const known = { ...noFacts, ...facts };
  const answered = answerFile(book, answers);
  const plan = makePlan(answered, known, answers);
  return { book: answered, plan, comparison: comparePlan(answered, plan, known, answers) };
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
