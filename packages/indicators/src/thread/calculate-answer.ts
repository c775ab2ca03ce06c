import { calculate } from '../calculate.ts';
import { IndicatorError } from '../indicator-error.ts';
import type { CalculationAnswer, CalculationRequest } from './calculate-in-thread.ts';
import type { Steps } from './thread-pool.ts';

/** Runs in a thread of `calculateInThread`, in one step. */
export function answer(request: CalculationRequest): Steps<CalculationAnswer> {
  return { next: () => ({ done: true, value: answerTo(request) }) };
}

function answerTo({ name, bars, parameters }: CalculationRequest): CalculationAnswer {
  try {
    return { result: calculate(name, bars, parameters) };
  } catch (thrown) {
    if (!(thrown instanceof IndicatorError)) throw thrown;
    // An error loses its class on the way between threads.
    const { code, message, parameter } = thrown;
    return { error: { code, message, parameter } };
  }
}
