import type { Performance, PerformanceDetails } from '../answers.ts';
import type { Book } from '../book.ts';
import { dividends } from '../dividends.ts';
import { holdings } from '../holdings.ts';
import { overview } from '../overview.ts';
import { performance } from '../performance.ts';
import { performanceDetails } from '../performance-details.ts';
import { realised } from '../realised.ts';
import { rebalanceBook } from '../rebalance-book.ts';
import { partOfBook, type Summary, summary } from '../summary.ts';
import type { ComputationRequest, Computations, PerformanceFigures } from './compute-in-thread.ts';
import { unpackBook } from './packed-book.ts';

type SingleStep = Exclude<keyof Computations, 'summaries'>;

type Computation<Name extends SingleStep> = (
  book: Book,
  options: Parameters<Computations[Name]>[0],
) => ReturnType<Computations[Name]>;

const computations: { readonly [Name in SingleStep]: Computation<Name> } = {
  holdings,
  realised,
  dividends,
  rebalance: rebalanceBook,
  performance(book, { details, ...options }) {
    const figures = performance(book, options);
    return withoutDays(figures, details ? performanceDetails(figures) : null);
  },
  overview(book, options) {
    const { performance: figures, ...rest } = overview(book, options);
    return { ...rest, performance: withoutDays(figures, null) };
  },
  dividendsToTake(book, { taxPercent }) {
    const options = { method: 'fifo', taxPercent, dismissed: [], year: null } as const;
    const transactions = book.transactions.filter(({ type }) => type !== 'DIVIDEND');
    return {
      open: dividends(book, options).suggested,
      all: dividends({ ...book, transactions }, options).suggested,
    };
  },
};

function withoutDays(
  { dayColumns: _, payments: __, ...figures }: Performance,
  details: PerformanceDetails | null,
): PerformanceFigures {
  return { ...figures, details };
}

function compute<Name extends SingleStep>(book: Book, { name, options }: ComputationRequest<Name>): object {
  const computation: Computation<Name> = computations[name];
  return computation(book, options);
}

type AnyRequest = { [Name in keyof Computations]: ComputationRequest<Name> }[keyof Computations];

/** Runs in a thread of `computeInThread`. */
export function* answer(request: AnyRequest): Generator<undefined, object> {
  const book = unpackBook(request.book);
  yield;
  if (request.name !== 'summaries') return compute(book, request);
  const summaries: Summary[] = [];
  for (const part of request.options) {
    summaries.push(summary(partOfBook(book, part)));
    yield;
  }
  return summaries;
}
