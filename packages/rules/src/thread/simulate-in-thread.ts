import { answerInThread, floatColumns, type SeriesColumns } from '@stockbook/indicators';
import type { BarColumns } from '../evaluate/index.ts';
import type { ExitLimits, SimulationSettings, Statistics } from '../simulate/index.ts';
import type { RunDates, TooFewBars } from '../simulate/strategy-simulation.ts';

/** The stored bars of one stock as columns of equal length, oldest bar first. */
export type StoredBars<Columns = SeriesColumns> = Columns & {
  /** `YYYY-MM-DD`. */
  readonly date: readonly string[];
};

/** Amounts per share by ex-date. */
export type Dividends = readonly { readonly exDate: string; readonly amount: number }[];

/** A strategy to simulate, with the canonical texts of its rules. */
export interface StrategyTexts {
  readonly entry: string;
  readonly exit: string | null;
  readonly limits: ExitLimits;
}

export interface SimulationRequest<Columns = SeriesColumns> {
  readonly bars: StoredBars<Columns>;
  /** Null if dividends are not counted. */
  readonly dividends: Dividends | null;
  readonly strategies: readonly StrategyTexts[];
  /** Each strategy runs over each of them. */
  readonly runs: readonly RunDates[];
  readonly settings: SimulationSettings;
  /** Whether to return trades and equity, not only statistics. */
  readonly withSeries: boolean;
}

/** The series of a run, one value per bar, and its packed trades. */
export interface RunSeries {
  /** Days since 1970-01-01. */
  readonly days: Int32Array;
  readonly equity: Float64Array;
  readonly buyAndHold: Float64Array;
  readonly trades: Float64Array;
  readonly tradeCount: number;
  readonly droppedOrders: number;
  readonly pending: 'entry' | 'exit' | null;
  readonly wasEntryTrue: boolean;
}

export interface RunResult {
  readonly statistics: Statistics;
  /** Null unless `withSeries`. */
  readonly series: RunSeries | null;
}

/** The outcomes of a strategy, one per run. */
export type StrategyOutcome = readonly (RunResult | TooFewBars)[];

/** The message to the thread, which ends between two runs when the first element of `isCancelled` is not 0. */
export interface CancellableRequest extends SimulationRequest<BarColumns> {
  readonly isCancelled: Int32Array;
}

/** Runs take minutes: beside them, what a user waits for gets four fifths of a thread. */
const weight = 4;

const module = new URL('./simulate-answer.ts', import.meta.url).href;

/**
 * Simulates strategies on the bars of one stock in a worker thread.
 * @param turn the user: each has one simulation at a time, and users take turns
 * @returns the outcomes, one per strategy, in their order
 * @throws the signal's reason
 */
export async function simulateInThread(
  request: SimulationRequest,
  turn: string,
  signal: AbortSignal,
): Promise<StrategyOutcome[]> {
  signal.throwIfAborted();
  const isCancelled = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const cancel = () => Atomics.store(isCancelled, 0, 1);
  signal.addEventListener('abort', cancel);
  try {
    const bars = { date: request.bars.date, ...floatColumns(request.bars) };
    const message: CancellableRequest = { ...request, bars, isCancelled };
    const outcomes = await answerInThread<StrategyOutcome[]>(module, message, turn, { weight });
    signal.throwIfAborted();
    return outcomes;
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}
