import type { CalculatedIndicator, IndicatorTask, SavedStudy, StudySet } from '@stockbook/api/schemas';
import { useEffect, useRef, useState } from 'react';
import { useAlerts } from '#components/feedback/alerts.tsx';
import { runTask, TaskFailure, type TaskKind } from '#lib/api/run-task.ts';
import { describeFailure } from '#lib/api/server-error.ts';
import { trpc, useApiClient } from '#lib/api/trpc.ts';
import { calculationSteps, type LoadedChart, usePreloadLines } from '../api.ts';

/** The user's saved sets of indicators. */
export function useStudySets() {
  return trpc.studySets.list.useQuery(undefined);
}

function useReload() {
  const utils = trpc.useUtils();
  return () => utils.studySets.list.invalidate();
}

export function useCreateStudySet() {
  return trpc.studySets.create.useMutation({ onSettled: useReload() });
}

/** `onError` is called even if the component has unmounted. */
export function useUpdateStudySet(onError?: (error: unknown) => void) {
  return trpc.studySets.update.useMutation({ onSettled: useReload(), ...(onError ? { onError } : {}) });
}

/** `onError` is called even if the component has unmounted. */
export function useDeleteStudySet(onError: (error: unknown) => void) {
  return trpc.studySets.delete.useMutation({ onSettled: useReload(), onError });
}

/** An indicator of the stock that a set contains. */
export interface AppliedStudy {
  readonly id: string;
  readonly color: string | null;
}

const setTask: TaskKind<{ readonly studySetId: string; readonly symbol: string }, IndicatorTask> = {
  ...calculationSteps,
  start: async (client, { studySetId, symbol }) => {
    const started = await client.studySets.calculate.mutate({ studySetId, stock_symbol: symbol });
    return started.task_id;
  },
  // A set takes some tenths of a second.
  intervalMs: 250,
};

/** Whether an indicator of a stock is the one of a saved set, or of the catalogue with these parameters. */
export function isSameIndicator(
  indicator: CalculatedIndicator,
  study: Pick<SavedStudy, 'indicator_function' | 'indicator_name' | 'parameters'>,
): boolean {
  return (
    indicator.indicator_function === study.indicator_function &&
    indicator.indicator_name === study.indicator_name &&
    Object.entries(study.parameters).every(([name, value]) => indicator.parameters[name] === value)
  );
}

/**
 * Applies saved sets to a stock, one at a time: the server calculates the whole set, and `onApplied` receives its
 * indicators once their lines are loaded, so that the chart is laid out once.
 */
export function useApplyStudySet(
  symbol: string,
  chart: LoadedChart,
  onApplied: (studies: readonly AppliedStudy[]) => void,
) {
  const client = useApiClient();
  const utils = trpc.useUtils();
  const { alert } = useAlerts();
  const preloadLines = usePreloadLines(symbol, chart);
  /** The name of the set that is being applied. */
  const [applying, setApplying] = useState<string | null>(null);
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function run({ id, name, studies }: StudySet, signal: AbortSignal) {
    setApplying(name);
    await runTask(setTask, client, { studySetId: id, symbol }, { signal });
    const { indicators } = await utils.indicators.forStock.fetch({ symbol, data: false }, { staleTime: 0 });
    const applied = studies.flatMap((study) => {
      const indicator = indicators.find((each) => isSameIndicator(each, study));
      return indicator ? { indicator, color: study.color } : [];
    });
    await preloadLines(
      applied.map(({ indicator }) => indicator),
      signal,
    );
    signal.throwIfAborted();
    onApplied(applied.map(({ indicator, color }) => ({ id: indicator.id, color })));
  }

  async function apply(set: StudySet) {
    if (running.current) return;
    const controller = new AbortController();
    running.current = controller;
    try {
      await run(set, controller.signal);
    } catch (error) {
      if (controller.signal.aborted) return;
      if (error instanceof TaskFailure) alert(`${set.name} could not be calculated.`, error.message);
      else alert(...describeFailure(error, 'Failed to load indicators'));
    }
    running.current = null;
    setApplying(null);
  }

  return { applying, apply: (set: StudySet) => void apply(set) };
}
