import type { CalculatedIndicator, IndicatorTask, StudyColumns } from '@stockbook/api/schemas';
import { type UseQueryResult, useQueries, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { type BarColumns, dateAt } from '#components/chart/bar-columns.ts';
import { TaskFailure, type TaskKind } from '#lib/api/run-task.ts';
import { errorDetails, errorSentence, serverStatus } from '#lib/api/server-error.ts';
import { trpc, useApiClient } from '#lib/api/trpc.ts';
import { useTask } from '#lib/api/use-task.ts';

const noIndicators: CalculatedIndicator[] = [];

/** The calculated indicators of a stock without values, newest first; none for a stock that is not tracked (404). */
export function useCalculatedIndicators(symbol: string, isEnabled: boolean) {
  const query = trpc.indicators.forStock.useQuery({ symbol, data: false }, { enabled: isEnabled });
  const isNotTracked = serverStatus(query.error) === 404;
  return {
    indicators: query.data?.indicators ?? noIndicators,
    isLoading: query.isPending && !isNotTracked,
    error: isNotTracked ? null : query.error,
    retry: query.refetch,
  };
}

export interface Calculation {
  readonly symbol: string;
  readonly indicator: string;
  /** Input that is not a number is sent as text: the server's error then names the parameter. */
  readonly parameters: Readonly<Record<string, number | string>>;
  readonly name: string;
  /** The id of the indicator in whose place the chart shows the new one. */
  readonly replaces?: string;
}

/** The steps after the start of a task that calculates indicators. */
export const calculationSteps: Omit<TaskKind<unknown, IndicatorTask>, 'start' | 'intervalMs'> = {
  check: (client, taskId, signal) => client.indicators.task.query({ taskId }, { signal }),
  /** The server's `details` if present, else its general message. */
  startMessage: (error) => {
    const details = errorDetails(error);
    return typeof details === 'string' ? details : errorSentence(error, 'Failed to calculate indicator');
  },
  checkMessage: (error) => errorSentence(error, 'Failed to fetch task status'),
  failureMessage: ({ error }) => error || 'Task failed',
};

export const calculationTask: TaskKind<Calculation, IndicatorTask> = {
  ...calculationSteps,
  start: async (client, { symbol, indicator, parameters, name }) => {
    if (symbol === '') throw new TaskFailure('No stock symbol provided');
    const started = await client.indicators.calculate.mutate({
      stock_symbol: symbol,
      ta_indicator: indicator,
      parameters,
      indicator_name: name.trim() || null,
    });
    return started.task_id;
  },
  intervalMs: 2000,
};

export type CalculationControl = ReturnType<typeof useCalculation>;

/**
 * Calculates indicators of a stock, one at a time, and polls the task while the page shows the stock, even if the panel
 * is closed. Calls `onDone` after the calculation, before the list of indicators is refetched.
 */
export function useCalculation(
  symbol: string,
  onDone: (task: IndicatorTask, calculation: Calculation | null) => void,
) {
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

/** The bars on the page, with the lines that came in the same response. */
export interface LoadedChart {
  readonly bars: BarColumns;
  readonly interval: 'daily' | 'weekly' | 'monthly';
  readonly studies: readonly StudyColumns[];
}

type Lines = StudyColumns['lines'];

/** The bars that lines belong to: those on the page, because those of the address may still be loading. */
function linesInput(symbol: string, { bars, interval }: LoadedChart) {
  const start_date = dateAt(bars, 0);
  const end_date = dateAt(bars, bars.time.length - 1);
  return { symbol, interval, start_date, end_date, bars: false };
}

function linesKey({ symbol, interval, start_date, end_date }: ReturnType<typeof linesInput>, id: string) {
  return ['study lines', symbol, id, interval, start_date, end_date];
}

/** @returns a function that fetches the lines of several indicators in one request, for `useStudyLines` */
export function usePreloadLines(symbol: string, chart: LoadedChart) {
  const queryClient = useQueryClient();
  const client = useApiClient();
  return async (indicators: readonly CalculatedIndicator[], signal: AbortSignal): Promise<void> => {
    if (indicators.length === 0 || chart.bars.time.length === 0) return;
    const input = linesInput(symbol, chart);
    const { studies } = await client.stocks.chart.query(
      { ...input, ids: indicators.map(({ id }) => id) },
      { signal },
    );
    for (const { id, calculated_at, lines } of studies) {
      queryClient.setQueryData<Lines>([...linesKey(input, id), calculated_at], lines);
    }
  };
}

/**
 * The lines of calculated indicators over the bars on the page. Those that did not come with the bars are fetched once
 * per calculation; earlier values are the placeholder.
 */
export function useStudyLines(
  symbol: string,
  indicators: readonly CalculatedIndicator[],
  chart: LoadedChart,
) {
  const queryClient = useQueryClient();
  const client = useApiClient();
  const input = linesInput(symbol, chart);
  const loaded = new Map(chart.studies.map((study) => [study.id, study]));
  const combine = useCallback((queries: readonly UseQueryResult<Lines>[]) => {
    const failed = queries.filter(({ error }) => error !== null);
    return {
      /**
       * The lines of the indicator at an index; undefined while loading. Not a list, which the library would compare
       * with the one before, value by value.
       */
      linesAt: (index: number) => queries[index]?.data,
      isLoading: queries.some(({ isPending }) => isPending),
      error: failed[0]?.error ?? null,
      retry: () => {
        for (const { refetch } of failed) void refetch();
      },
    };
  }, []);
  return useQueries({
    queries: indicators.map(({ id, calculated_at }) => {
      const known = loaded.get(id);
      const key = linesKey(input, id);
      return {
        queryKey: [...key, calculated_at],
        queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Lines> => {
          const found = await client.stocks.chart.query({ ...input, ids: [id] }, { signal });
          return found.studies[0]?.lines ?? [];
        },
        staleTime: Number.POSITIVE_INFINITY,
        ...(known?.calculated_at === calculated_at ? { initialData: known.lines } : {}),
        placeholderData: () =>
          known?.lines ??
          queryClient
            .getQueriesData<Lines>({ queryKey: key })
            .findLast(([, data]) => data !== undefined)?.[1],
      };
    }),
    combine,
  });
}
