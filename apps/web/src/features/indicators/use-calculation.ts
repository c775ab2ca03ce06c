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
  /** The calculated indicator; null when the task did not name it. */
  readonly indicatorId: string | null;
}

type Phase =
  | { readonly name: 'idle' }
  | { readonly name: 'busy'; readonly calculation: Calculation; readonly percent: number }
  | { readonly name: 'done'; readonly calculation: Calculation }
  | { readonly name: 'failed'; readonly calculation: Calculation; readonly message: string };

export interface CalculationState {
  /** How the calculation goes, or how the last one ended. */
  readonly phase: Phase;
  readonly start: (calculation: Calculation) => void;
}

/**
 * Has indicators of a stock calculated, one at a time, and follows each to its end for as long as the page shows the
 * stock, whether or not the panel is open. `onDone` is told what has been calculated before it is loaded.
 */
export function useCalculation(
  symbol: string,
  onDone: (finished: FinishedCalculation) => void,
): CalculationState {
  const [phase, setPhase] = useState<Phase>({ name: 'idle' });
  const client = useApiClient();
  const following = useRef<AbortController>(null);
  const { reload, expire } = useIndicatorCache(symbol);

  useEffect(
    () => () => {
      setPhase({ name: 'idle' });
      if (!following.current) return;
      following.current.abort();
      following.current = null;
      // The server goes on with it, and nobody here will hear when it is done.
      void expire();
    },
    [expire],
  );

  async function start(calculation: Calculation) {
    const controller = new AbortController();
    const { signal } = controller;
    following.current = controller;
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
    following.current = null;
  }

  return { phase, start };
}
