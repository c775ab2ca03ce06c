import type { IndicatorValues } from '@stockbook/db';
import { calculateInThread, type SeriesColumns } from '@stockbook/indicators';

/**
 * Calculates an indicator in the form in which it is stored: `values` holds its lines one after the other, each from
 * the first bar with a value to the last bar.
 * @param userId the user who waits: the calculation threads serve users in turn
 * @throws IndicatorError
 */
export async function indicatorValues(
  indicatorFunction: string,
  parameters: Readonly<Record<string, number>>,
  bars: SeriesColumns & { readonly date: readonly string[] },
  userId?: string,
): Promise<IndicatorValues> {
  const { begin, outputs } = await calculateInThread(indicatorFunction, bars, parameters, userId);
  const values = new Float64Array(outputs.reduce((length, output) => length + output.values.length, 0));
  let at = 0;
  for (const output of outputs) {
    values.set(output.values, at);
    at += output.values.length;
  }
  return {
    outputs: outputs.map(({ name }) => name),
    values,
    dataStartDate: bars.date[begin] ?? null,
    dataEndDate: bars.date.at(-1) ?? null,
  };
}
