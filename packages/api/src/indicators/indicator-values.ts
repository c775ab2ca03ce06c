import type { BarColumns, IndicatorValues } from '@stockbook/db';
import { calculateInThread } from '@stockbook/indicators';

/**
 * An indicator's values as they are kept: its lines one after the other, from the first bar that has a value
 * to the last bar.
 * @param userId who waits for them: users take turns at the thread that calculates
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
