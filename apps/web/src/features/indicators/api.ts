import type { CalculatedIndicator, IndicatorTask } from '@stockbook/api/schemas';
import { type UseQueryResult, useQueries, useQueryClient } from '@tanstack/react-query';
import { TRPCClientError } from '@trpc/client';
import { useMemo } from 'react';
import type { ApiClient } from '../../lib/api/api-client.ts';
import { errorSentence, serverStatus } from '../../lib/api/server-error.ts';
import { trpc, useApiClient } from '../../lib/api/trpc.ts';

/** What the server calculates, the eight usual ones first. It changes with the server alone. */
export function useCatalogue(isWanted: boolean) {
  return trpc.indicators.catalogue.useQuery(undefined, {
    enabled: isWanted,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

const noIndicators: CalculatedIndicator[] = [];

/** The calculated indicators of a stock without their values, newest first. A stock that is not tracked has none. */
export function useCalculatedIndicators(symbol: string, isWanted: boolean) {
  const query = trpc.indicators.forStock.useQuery({ symbol, data: false }, { enabled: isWanted });
  const isNone = serverStatus(query.error) === 404;
  return {
    indicators: query.data?.indicators ?? noIndicators,
    isLoading: query.isPending && !isNone,
    error: isNone ? null : query.error,
    retry: query.refetch,
  };
}

type IndicatorData = CalculatedIndicator['data'];

function combineValues(queries: readonly UseQueryResult<IndicatorData>[]) {
  const failed = queries.filter(({ error }) => error !== null);
  return {
    /** In the order of the indicators; undefined for one whose values have not come. */
    values: queries.map(({ data }) => data),
    isLoading: queries.some(({ isPending }) => isPending),
    error: failed[0]?.error ?? null,
    retry: () => {
      for (const { refetch } of failed) void refetch();
    },
  };
}

/**
 * The values of calculated indicators, each fetched once for each time that it was calculated. Earlier values stay
 * until newer ones have come.
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

/** What the page keeps of a stock's calculated indicators, for who changes them. */
export function useIndicatorCache(symbol: string) {
  const utils = trpc.useUtils();
  return useMemo(
    () => ({
      /** Loads them again where they are shown; resolves when they have come, or did not. */
      reload: () => utils.indicators.forStock.invalidate({ symbol }),
      /** Lets whoever shows them next ask again. */
      expire: () => utils.indicators.forStock.invalidate({ symbol }, { refetchType: 'none' }),
    }),
    [symbol, utils],
  );
}

export interface Calculation {
  readonly indicator: string;
  /** Text where what was typed is no number: the server names the parameter when it refuses it. */
  readonly parameters: Readonly<Record<string, number | string>>;
  readonly name: string;
}

/** Why a calculation was refused; what the server says in detail comes before what it says in general. */
export function calculationSentence(error: unknown): string {
  const details: unknown = error instanceof TRPCClientError ? error.data?.details : undefined;
  return typeof details === 'string' ? details : errorSentence(error, 'Failed to calculate indicator');
}

/** Has an indicator of a stock calculated; resolves with the id of its task. */
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
