import type { IndicatorTask } from '@stockbook/api/schemas';
import { useCallback } from 'react';
import { trpc } from '#lib/api/trpc.ts';
import { type TaskControl, useTask } from '#lib/api/use-task.ts';
import { type Calculation, calculationTask } from './calculation-task.ts';

export type CalculationControl = TaskControl<Calculation, IndicatorTask>;

/**
 * Calculates indicators of a stock, one at a time, and polls the task while the page shows the stock, even if the panel
 * is closed. Calls `onDone` after the calculation, before the list of indicators is refetched.
 */
export function useCalculation(
  symbol: string,
  onDone: (task: IndicatorTask, calculation: Calculation) => void,
): CalculationControl {
  const utils = trpc.useUtils();
  // The server finishes the calculation: the next component that shows the list fetches it.
  const expireList = useCallback(
    () => void utils.indicators.forStock.invalidate({ symbol }, { refetchType: 'none' }),
    [utils, symbol],
  );
  return useTask(calculationTask, {
    onSuccess: (task, calculation) => {
      onDone(task, calculation);
      return utils.indicators.forStock.invalidate({ symbol });
    },
    onAbandon: expireList,
  });
}
