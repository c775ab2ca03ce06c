import { answerInThread } from '@stockbook/indicators';
import type { RebalanceProblem } from '../allocation/rebalance.ts';
import type { BookRebalance, BookRebalanceOptions } from '../allocation/rebalance-book.ts';
import type {
  Holdings,
  HoldingsOptions,
  Overview,
  OverviewOptions,
  Performance,
  PerformanceDetails,
  PerformanceOptions,
} from '../answers.ts';
import type { Realised, RealisedOptions } from '../cost/sales.ts';
import type { Dividends, DividendsOptions, SuggestedDividend } from '../dividends/dividends.ts';
import type { Positions, PositionsOptions } from '../returns/positions.ts';
import type { PartOfBook, Summary } from '../returns/summary.ts';
import type { PackedBook } from './packed-book.ts';

/** Without the columns of the day table, which is computed by a call of its own. */
export interface PerformanceFigures extends Omit<Performance, 'dayColumns' | 'payments'> {
  /** Null unless requested. */
  readonly details: PerformanceDetails | null;
}

/** The computations of a thread by their names: the options and the answer of each. */
export interface Computations {
  holdings(options: HoldingsOptions): Holdings;
  performance(options: PerformanceOptions & { readonly details: boolean }): PerformanceFigures;
  realised(options: RealisedOptions): Realised;
  overview(
    options: OverviewOptions & { readonly details: boolean },
  ): Omit<Overview, 'performance'> & { performance: PerformanceFigures };
  dividends(options: DividendsOptions): Dividends;
  /** The dividends that were not taken over yet, and all that could be if none had been. */
  dividendsToTake(options: Pick<DividendsOptions, 'taxPercent'>): {
    readonly open: readonly SuggestedDividend[];
    readonly all: readonly SuggestedDividend[];
  };
  rebalance(options: BookRebalanceOptions): BookRebalance | RebalanceProblem;
  positions(options: PositionsOptions): Positions;
  /** One for each part, in their order. */
  summaries(parts: readonly PartOfBook[]): readonly Summary[];
}

export interface ComputationRequest<Name extends keyof Computations = keyof Computations> {
  readonly name: Name;
  readonly book: PackedBook;
  readonly options: Parameters<Computations[Name]>[0];
}

export interface TimeLimit {
  /** Milliseconds of processor time. */
  readonly maxDurationMs: number;
}

/** A computation was given up because of its time limit. */
export class ComputationTimeoutError extends Error {
  override readonly name = 'ComputationTimeoutError';

  constructor() {
    super('These figures take too long to compute. Choose fewer portfolios, or a shorter period');
  }
}

/** Ten times as long as 50,000 transactions, the most of a user, take. */
const defaultMaxDurationMs = 30_000;

const module = new URL('./compute-answer.ts', import.meta.url).href;

/**
 * Computes figures of a book in a worker thread.
 * @param turn the user: each has one computation at a time, and users take turns
 * @throws ComputationTimeoutError, the signal's reason
 */
export async function computeInThread<Name extends keyof Computations>(
  request: ComputationRequest<Name>,
  turn: string,
  signal: AbortSignal,
  maxDurationMs = defaultMaxDurationMs,
): Promise<ReturnType<Computations[Name]>> {
  const limited: ComputationRequest<Name> & TimeLimit = { ...request, maxDurationMs };
  const answer = await answerInThread<ReturnType<Computations[Name]> | null>(module, limited, turn, {
    signal,
  });
  if (answer === null) throw new ComputationTimeoutError();
  return answer;
}
