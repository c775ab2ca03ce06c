import type { IndicatorResult } from '../calculate.ts';
import { IndicatorError, type IndicatorErrorCode } from '../indicator-error.ts';
import { floatColumns, type OhlcvColumns, type SeriesColumns } from '../series.ts';
import { answerInThread } from './thread-pool.ts';

export interface CalculationRequest {
  readonly name: string;
  readonly bars: OhlcvColumns;
  readonly parameters: Readonly<Record<string, unknown>> | null | undefined;
}

export type CalculationAnswer = { readonly result: IndicatorResult } | { readonly error: CalculationFailure };

interface CalculationFailure {
  readonly code: IndicatorErrorCode;
  readonly message: string;
  readonly parameter: string | null;
}

const module = new URL('./calculate-answer.ts', import.meta.url).href;

/**
 * `calculate` in a worker thread, which keeps this thread's event loop free.
 * @param turn the user: each has one calculation at a time, and users take turns
 * @throws IndicatorError as `calculate` does
 */
export async function calculateInThread(
  name: string,
  bars: SeriesColumns,
  parameters?: Readonly<Record<string, unknown>> | null,
  turn = '',
): Promise<IndicatorResult> {
  const request: CalculationRequest = { name, bars: floatColumns(bars), parameters };
  const answer = await answerInThread<CalculationAnswer>(module, request, turn);
  if ('result' in answer) return answer.result;
  const { code, message, parameter } = answer.error;
  throw new IndicatorError(code, message, parameter);
}
