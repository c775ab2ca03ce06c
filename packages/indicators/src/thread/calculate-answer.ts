import { calculate } from '../calculate.ts';
import { IndicatorError } from '../indicator-error.ts';
import { plainArray } from '../series.ts';
import type { CalculationAnswer, CalculationRequest } from './calculate-in-thread.ts';

/** Runs in a thread of `calculateInThread`. */
export function answer({
  name,
  bars: { open, high, low, close, volume },
  parameters,
}: CalculationRequest): CalculationAnswer {
  const bars = {
    open: plainArray(open),
    high: plainArray(high),
    low: plainArray(low),
    close: plainArray(close),
    volume: plainArray(volume),
  };
  try {
    const { outputs, ...result } = calculate(name, bars, parameters);
    return {
      result: {
        ...result,
        outputs: outputs.map((output) => ({ ...output, values: new Float64Array(output.values) })),
      },
    };
  } catch (thrown) {
    if (!(thrown instanceof IndicatorError)) throw thrown;
    // An error loses its class on the way between threads.
    const { code, message, parameter } = thrown;
    return { error: { code, message, parameter } };
  }
}
