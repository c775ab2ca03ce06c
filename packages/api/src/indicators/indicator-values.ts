import type { BarColumns, IndicatorValues } from '@stockbook/db';
import { calculateInThread } from '@stockbook/indicators';

/**
 * Calculates an indicator in the form in which it is stored: `values` holds its lines one after the other, each from
 * the first bar with a value to the last bar.
 * @param userId the user who waits: the calculation threads serve users in turn
 * @throws IndicatorError
 */
export async function indicatorValues(
  indicatorFunction: string,
  parameters: Readonly<Record<string, number>>,
  bars: BarColumns,
  userId?: string,
): Promise<IndicatorValues> {
  const { begin, outputs } = await calculateInThread(indicatorFunction, bars, parameters, userId);
  return {
    outputs: outputs.map(({ name }) => name),
    values: Float64Array.from(outputs.flatMap(({ values }) => values)),
    dataStartDate: bars.date[begin] ?? null,
    dataEndDate: bars.date.at(-1) ?? null,
  };
}
