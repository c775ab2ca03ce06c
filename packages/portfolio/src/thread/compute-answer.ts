import { within } from '@stockbook/indicators';
import { rebalanceSteps } from '../allocation/rebalance-book.ts';
import type { Performance, PerformanceDetails } from '../answers.ts';
import type { Book } from '../book/book.ts';
import { holdingSteps } from '../cost/holdings.ts';
import { realisedSteps } from '../cost/realised.ts';
import { dividendSteps } from '../dividends/dividends.ts';
import type { Steps } from '../numbers/steps.ts';
import { overviewSteps } from '../returns/overview.ts';
import { performanceSteps } from '../returns/performance.ts';
import { performanceDetails } from '../returns/performance-details.ts';
import { positionSteps } from '../returns/positions.ts';
import { partOfBook, type Summary, summarySteps } from '../returns/summary.ts';
import type { ComputationRequest, Computations, PerformanceFigures, TimeLimit } from './compute-in-thread.ts';
import { unpackBook } from './packed-book.ts';

type Computation<Name extends keyof Computations> = (
  book: Book,
  options: Parameters<Computations[Name]>[0],
) => Steps<ReturnType<Computations[Name]>>;

const computations: { readonly [Name in keyof Computations]: Computation<Name> } = {
  holdings: holdingSteps,
  realised: realisedSteps,
  dividends: dividendSteps,
  rebalance: rebalanceSteps,
  positions: positionSteps,
  *performance(book, { details, ...options }) {
    const figures = yield* performanceSteps(book, options);
    return withoutDays(figures, details ? performanceDetails(figures) : null);
  },
  *overview(book, { details, ...options }) {
    const { performance: figures, ...rest } = yield* overviewSteps(book, options);
    return { ...rest, performance: withoutDays(figures, details ? performanceDetails(figures) : null) };
  },
  *dividendsToTake(book, { taxPercent }) {
    const options = { method: 'fifo', taxPercent, dismissed: [], year: null } as const;
    const transactions = book.transactions.filter(({ type }) => type !== 'DIVIDEND');
    const open = yield* dividendSteps(book, options);
    const all = yield* dividendSteps({ ...book, transactions }, options);
    return { open: open.suggested, all: all.suggested };
  },
  *summaries(book, parts) {
    const summaries: Summary[] = [];
    for (const part of parts) summaries.push(yield* summarySteps(partOfBook(book, part)));
    return summaries;
  },
};

function withoutDays(
  { dayColumns: _, payments: __, ...figures }: Performance,
  details: PerformanceDetails | null,
): PerformanceFigures {
  return { ...figures, details };
}

function compute<Name extends keyof Computations>(
  book: Book,
  { name, options }: ComputationRequest<Name>,
): Steps<object> {
  const computation: Computation<Name> = computations[name];
  return computation(book, options);
}

type AnyRequest = { [Name in keyof Computations]: ComputationRequest<Name> }[keyof Computations];

/** Runs in a thread of `computeInThread`. */
export function answer({
  maxDurationMs,
  ...request
}: AnyRequest & TimeLimit): Generator<undefined, object | null, number> {
  return within(maxDurationMs, stepsOf(request));
}

function* stepsOf(request: AnyRequest): Steps<object> {
  const book = yield* unpackBook(request.book);
  return yield* compute(book, request);
}
