import type { CalculatedIndicator, SavedStudy, StudySet } from '@stockbook/api/schemas';
import { useEffect, useRef, useState } from 'react';
import { useAlerts } from '#components/feedback/alerts.tsx';
import { runTask, TaskFailure } from '#lib/api/run-task.ts';
import { describeFailure } from '#lib/api/server-error.ts';
import { trpc, useApiClient } from '#lib/api/trpc.ts';
import { calculationTask } from '../api.ts';

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

export interface ApplyProgress {
  readonly name: string;
  readonly done: number;
  readonly total: number;
}

/** An indicator of the stock that a set contains. */
export interface AppliedStudy {
  readonly id: string;
  readonly color: string | null;
}

function isSame(indicator: CalculatedIndicator, study: SavedStudy): boolean {
  return (
    indicator.indicator_function === study.indicator_function &&
    indicator.indicator_name === study.indicator_name &&
    Object.entries(study.parameters).every(([name, value]) => indicator.parameters[name] === value)
  );
}

/**
 * Applies saved sets to a stock, one at a time: calculates what the stock does not have yet, and calls `onApplied` with
 * all indicators of the set that it then has.
 */
export function useApplyStudySet(symbol: string, onApplied: (studies: readonly AppliedStudy[]) => void) {
  const client = useApiClient();
  const utils = trpc.useUtils();
  const { alert } = useAlerts();
  const [progress, setProgress] = useState<ApplyProgress | null>(null);
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function calculate(study: SavedStudy, signal: AbortSignal): Promise<string> {
    const { indicator_function: indicator, parameters, indicator_name: name } = study;
    const input = { symbol, indicator, parameters, name };
    const { result } = await runTask(calculationTask, client, input, { signal });
    if (!result) throw new TaskFailure('Task failed');
    return result.indicator_id;
  }

  async function run({ name, studies }: StudySet, signal: AbortSignal) {
    const total = studies.length;
    setProgress({ name, done: 0, total });
    const { indicators } = await utils.indicators.forStock.fetch({ symbol, data: false });
    const results = await Promise.allSettled(
      studies.map(async (study) => {
        const known = indicators.find((indicator) => isSame(indicator, study));
        const id = known?.id ?? (await calculate(study, signal));
        setProgress((current) => current && { ...current, done: current.done + 1 });
        return { id, color: study.color };
      }),
    );
    signal.throwIfAborted();
    onApplied(results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : [])));
    await utils.indicators.forStock.invalidate({ symbol });
    const failed = results.flatMap((result) =>
      result.status === 'rejected' ? [String(result.reason.message)] : [],
    );
    if (failed.length > 0) {
      alert(
        `${failed.length} of ${total} indicators could not be calculated.`,
        [...new Set(failed)].join(' '),
      );
    }
  }

  async function apply(set: StudySet) {
    if (running.current) return;
    const controller = new AbortController();
    running.current = controller;
    try {
      await run(set, controller.signal);
    } catch (error) {
      if (controller.signal.aborted) return;
      alert(...describeFailure(error, 'Failed to load indicators'));
    }
    running.current = null;
    setProgress(null);
  }

  return { progress, apply: (set: StudySet) => void apply(set) };
}
