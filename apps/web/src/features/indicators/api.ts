import type { CalculatedIndicator, IndicatorTask } from '@stockbook/api/schemas';
import { type UseQueryResult, useQueries, useQueryClient } from '@tanstack/react-query';
import { TRPCClientError } from '@trpc/client';
import { useMemo } from 'react';
import type { ApiClient } from '../../lib/api/api-client.ts';
import { errorSentence, serverStatus } from '../../lib/api/server-error.ts';
import { trpc, useApiClient } from '../../lib/api/trpc.ts';

/** The indicators that the server can calculate, the eight most used first. Constant until the server is updated. */
export function useCatalogue(isEnabled: boolean) {
  return trpc.indicators.catalogue.useQuery(undefined, {
    enabled: isEnabled,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

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

type IndicatorData = CalculatedIndicator['data'];

function combineValues(queries: readonly UseQueryResult<IndicatorData>[]) {
  const failed = queries.filter(({ error }) => error !== null);
  return {
    /** In the order of the indicators; undefined while loading. */
    values: queries.map(({ data }) => data),
    isLoading: queries.some(({ isPending }) => isPending),
    error: failed[0]?.error ?? null,
    retry: () => {
      for (const { refetch } of failed) void refetch();
    },
  };
}

/**
 * The values of calculated indicators. `calculated_at` is part of the query key, so values are fetched once per
 * calculation; earlier values are the placeholder.
 */
export function useIndicatorValues(symbol: string, indicators: readonly CalculatedIndicator[]) {
  const queryClient = useQueryClient();
  const client = useApiClient();
  return useQueries({
    queries: indicators.map(({ id, calculated_at }) => ({
      queryKey: ['indicator values', symbol, id, calculated_at],
      queryFn: async ({ signal }: { signal: AbortSignal }): Promise<IndicatorData> => {
        const found = await client.indicators.forStock.query({ symbol, ids: [id] }, { signal });
        return found.indicators.find((indicator) => indicator.id === id)?.data ?? [];
      },
      staleTime: Number.POSITIVE_INFINITY,
      placeholderData: () =>
        queryClient
          .getQueriesData<IndicatorData>({ queryKey: ['indicator values', symbol, id] })
          .findLast(([, data]) => data !== undefined)?.[1],
    })),
    combine: combineValues,
  });
}

/** Invalidates the cached indicators of a stock. */
export function useIndicatorCache(symbol: string) {
  const utils = trpc.useUtils();
  return useMemo(
    () => ({
      /** Refetches mounted queries; resolves when they have succeeded or failed. */
      reload: () => utils.indicators.forStock.invalidate({ symbol }),
      /** Marks the queries as stale; the next component that mounts fetches them. */
      expire: () => utils.indicators.forStock.invalidate({ symbol }, { refetchType: 'none' }),
    }),
    [symbol, utils],
  );
}

export interface Calculation {
  readonly indicator: string;
  /** Input that is not a number is sent as text: the server's error then names the parameter. */
  readonly parameters: Readonly<Record<string, number | string>>;
  readonly name: string;
}

/** The message of a failed call: the server's `details` if present, else its general message. */
export function calculationSentence(error: unknown): string {
  const details: unknown = error instanceof TRPCClientError ? error.data?.details : undefined;
  return typeof details === 'string' ? details : errorSentence(error, 'Failed to calculate indicator');
}

/** Starts the calculation of an indicator; resolves with the task id. */
export async function startCalculation(
  client: ApiClient,
  symbol: string,
  { indicator, parameters, name }: Calculation,
): Promise<string> {
  const started = await client.indicators.calculate.mutate({
    stock_symbol: symbol,
    ta_indicator: indicator,
    parameters,
    indicator_name: name.trim() || null,
  });
  return started.task_id;
}

export function checkCalculation(
  client: ApiClient,
  taskId: string,
  signal: AbortSignal,
): Promise<IndicatorTask> {
  return client.indicators.task.query({ taskId }, { signal });
}
