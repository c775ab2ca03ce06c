import { answerInThread, floatColumns, type SeriesColumns } from '@stockbook/indicators';
import type { BarColumns } from '../evaluate/index.ts';
import type { OperandValues } from '../language/index.ts';

/** A rule, and on which of its bars to report the values of its operands. */
export interface RuleRequest {
  readonly text: string;
  /** Report every bar on which the rule is true, not only those on which it becomes true. */
  readonly everyBar: boolean;
  /** Report bars after this index only; -1 for all. */
  readonly after: number;
  /** The last ones, if there are more. */
  readonly maxEvents: number;
}

export interface EvaluationRequest<Columns = SeriesColumns> {
  /** The bars of one stock as columns of equal length, oldest bar first. */
  readonly bars: Columns;
  readonly rules: readonly RuleRequest[];
  /** Milliseconds of calculation after which the rest is left out. */
  readonly maxDurationMs: number;
}

/** A bar on which a rule is or becomes true. */
export interface RuleEvent {
  /** Index of the bar. */
  readonly bar: number;
  readonly values: readonly OperandValues[];
}

export interface RuleResult {
  readonly events: readonly RuleEvent[];
  /** Number of events, those that are left out included. */
  readonly total: number;
  /** The first bar since which the rule has been true up to the last bar, with the values on the last bar. */
  readonly trueSince: RuleEvent | null;
}

/** Why a rule has no result: an invalid text, the end of its time, or an error, whose message is the `reason`. */
export type RuleFailure =
  | { readonly failure: 'invalid' | 'late' }
  | { readonly failure: 'error'; readonly reason: string };

export interface EvaluationAnswer {
  /** One for each rule, in their order. */
  readonly results: readonly (RuleResult | RuleFailure)[];
  /** Milliseconds of calculation, without waiting for turns. */
  readonly usedMs: number;
}

const module = new URL('./evaluate-answer.ts', import.meta.url).href;

/**
 * Evaluates rules on the bars of one stock in a worker thread. They share their indicators, and those with the same
 * text are evaluated once.
 * @param turn the user: each has one evaluation at a time, and users take turns
 * @param signal drops the evaluation
 * @throws the signal's reason
 */
export function evaluateInThread(
  request: EvaluationRequest,
  turn = '',
  signal?: AbortSignal,
): Promise<EvaluationAnswer> {
  const threadRequest: EvaluationRequest<BarColumns> = { ...request, bars: floatColumns(request.bars) };
  return answerInThread(module, threadRequest, turn, { signal });
}
