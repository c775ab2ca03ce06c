import { answerInThread, floatColumns, type SeriesColumns } from '@stockbook/indicators';
import type { BarColumns } from '../evaluate/index.ts';
import type { OperandValues } from '../language/index.ts';
import type { SimulationSettings } from '../simulate/index.ts';
import type { StoredBars, StrategyTexts } from './simulate-in-thread.ts';

export interface LiveStrategy extends StrategyTexts {
  /** Report orders of bars after this index only. */
  readonly after: number;
}

export interface DecisionRequest<Columns = SeriesColumns> {
  /** The whole history. */
  readonly bars: StoredBars<Columns>;
  readonly strategies: readonly LiveStrategy[];
  readonly settings: SimulationSettings;
  /** The last orders of each strategy, if there are more. */
  readonly maxOrders: number;
  /** Milliseconds of calculation after which the rest is left out. */
  readonly maxDurationMs: number;
}

export interface StrategyOrder {
  /** Index of the bar. */
  readonly bar: number;
  readonly side: 'entry' | 'exit';
  /** The operands of the rule of this side. */
  readonly values: readonly OperandValues[];
}

/** `neededBars` is null unless the history is too short. */
export interface StrategyOrders {
  readonly orders: readonly StrategyOrder[];
  readonly neededBars: number | null;
}

/** Why the orders of a strategy are unknown: the time was used up, or an error, whose message is the `reason`. */
export type DecisionFailure =
  | { readonly failure: 'late' }
  | { readonly failure: 'error'; readonly reason: string };

const module = new URL('./decide-answer.ts', import.meta.url).href;

/**
 * Simulates strategies over the whole history of one stock in a worker thread.
 * @returns an answer for each strategy, in their order
 */
export function decideInThread(request: DecisionRequest): Promise<(StrategyOrders | DecisionFailure)[]> {
  const bars = { date: request.bars.date, ...floatColumns(request.bars) };
  const threadRequest: DecisionRequest<BarColumns> = { ...request, bars };
  return answerInThread(module, threadRequest, '');
}
