import { useEffect, useRef, useState } from 'react';
import { useApiClient } from '../../lib/api/trpc.ts';
import {
  type Calculation,
  calculationSentence,
  checkCalculation,
  startCalculation,
  useIndicatorCache,
} from './api.ts';
import { CalculationFailure, followCalculation } from './calculate.ts';

export interface FinishedCalculation {
  readonly taskId: string;
  readonly indicator: string;
  readonly parameters: Calculation['parameters'];
  /** The id of the calculated indicator; null if the result has none. */
  readonly indicatorId: string | null;
}

type Phase =
  | { readonly name: 'idle' }
  | { readonly name: 'busy'; readonly calculation: Calculation; readonly percent: number }
  | { readonly name: 'done'; readonly calculation: Calculation }
  | { readonly name: 'failed'; readonly calculation: Calculation; readonly message: string };

export interface CalculationState {
  /** The state of the current or last calculation. */
  readonly phase: Phase;
  readonly start: (calculation: Calculation) => void;
}

/**
 * Calculates indicators of a stock, one at a time, and polls the task while the page shows the stock, even if the panel
 * is closed. Calls `onDone` after the calculation, before the result is fetched.
 */
export function useCalculation(
  symbol: string,
  onDone: (finished: FinishedCalculation) => void,
): CalculationState {
  const [phase, setPhase] = useState<Phase>({ name: 'idle' });
  const client = useApiClient();
  const polling = useRef<AbortController>(null);
  const { reload, expire } = useIndicatorCache(symbol);

  useEffect(
    () => () => {
      setPhase({ name: 'idle' });
      if (!polling.current) return;
      polling.current.abort();
      polling.current = null;
      // The server finishes the calculation, but this page stops polling: the cached list becomes stale.
      void expire();
    },
    [expire],
  );

  async function start(calculation: Calculation) {
    const controller = new AbortController();
    const { signal } = controller;
    polling.current = controller;
    const showPercent = (percent: number) => setPhase({ name: 'busy', calculation, percent });
    showPercent(0);
    try {
      if (symbol === '') throw new CalculationFailure('No stock symbol provided');
      const taskId = await startCalculation(client, symbol, calculation);
      const result = await followCalculation(
        (checkSignal) => checkCalculation(client, taskId, checkSignal),
        showPercent,
        signal,
      );
      const { indicator, parameters } = calculation;
      onDone({ taskId, indicator, parameters, indicatorId: result?.indicator_id ?? null });
      await reload();
      signal.throwIfAborted();
      setPhase({ name: 'done', calculation });
    } catch (error) {
      if (signal.aborted) return;
      const message = error instanceof CalculationFailure ? error.message : calculationSentence(error);
      setPhase({ name: 'failed', calculation, message });
    }
    polling.current = null;
  }

  return { phase, start };
}
