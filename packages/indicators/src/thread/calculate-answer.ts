import { calculate } from '../calculate.ts';
import { IndicatorError } from '../indicator-error.ts';
import type { CalculationAnswer, CalculationRequest } from './calculate-in-thread.ts';

/** Runs in a thread of `calculateInThread`. */
export function answer({ name, bars, parameters }: CalculationRequest): CalculationAnswer {
  try {
    return { result: calculate(name, bars, parameters) };
  } catch (thrown) {
    if (!(thrown instanceof IndicatorError)) throw thrown;
    // An error loses its class on the way between threads.
    const { code, message, parameter } = thrown;
    return { error: { code, message, parameter } };
  }
}
