import type { IndicatorResult } from '../calculate.ts';
import { IndicatorError, type IndicatorErrorCode } from '../indicator-error.ts';
import type { OhlcvColumns, SeriesColumns } from '../series.ts';
import { answerInThread } from './thread-pool.ts';

/** Typed arrays are copied between threads in a fraction of the time of plain ones. */
type FloatColumns = Readonly<Record<keyof OhlcvColumns, Float64Array>>;

export interface CalculationRequest {
  readonly name: string;
  readonly bars: FloatColumns;
  readonly parameters: Readonly<Record<string, unknown>> | null | undefined;
}

/** The result of a calculation whose values were copied from its thread. */
export interface ThreadResult extends Omit<IndicatorResult, 'outputs'> {
  readonly outputs: readonly { name: string; values: Float64Array }[];
}

export type CalculationAnswer = { readonly result: ThreadResult } | { readonly error: CalculationFailure };

interface CalculationFailure {
  readonly code: IndicatorErrorCode;
  readonly message: string;
  readonly parameter: string | null;
}

const module = new URL('./calculate-answer.ts', import.meta.url).href;

const floats = (values: ArrayLike<number>) =>
  values instanceof Float64Array ? values : new Float64Array(values);

/**
 * `calculate` in a worker thread, which keeps this thread's event loop free.
 * @param turn the user: each has one calculation at a time, and users take turns
 * @throws IndicatorError as `calculate` does
 */
export async function calculateInThread(
  name: string,
  { open, high, low, close, volume }: SeriesColumns,
  parameters?: Readonly<Record<string, unknown>> | null,
  turn = '',
): Promise<ThreadResult> {
  const bars = {
    open: floats(open),
    high: floats(high),
    low: floats(low),
    close: floats(close),
    volume: floats(volume),
  };
  const request: CalculationRequest = { name, bars, parameters };
  const answer = await answerInThread<CalculationAnswer>(module, request, turn);
  if ('result' in answer) return answer.result;
  const { code, message, parameter } = answer.error;
  throw new IndicatorError(code, message, parameter);
}
