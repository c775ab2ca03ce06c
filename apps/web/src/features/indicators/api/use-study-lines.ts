import type { CalculatedIndicator, StudyColumns } from '@stockbook/api/schemas';
import { type UseQueryResult, useQueries, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { type BarColumns, dateAt } from '#components/chart/bar-columns.ts';
import { useApiClient } from '#lib/api/trpc.ts';

/** The bars on the page, with the lines that came in the same response. */
export interface LoadedChart {
  readonly bars: BarColumns;
  readonly interval: 'daily' | 'weekly' | 'monthly';
  readonly studies: readonly StudyColumns[];
}

type Lines = StudyColumns['lines'];

/**
 * The lines of calculated indicators over the bars on the page. Those that did not come with the bars are fetched once
 * per calculation; earlier values are the placeholder.
 */
export function useStudyLines(
  symbol: string,
  indicators: readonly CalculatedIndicator[],
  { bars, interval, studies }: LoadedChart,
) {
  const queryClient = useQueryClient();
  const client = useApiClient();
  // Of the bars on the page: those of the address may still be loading.
  const start_date = dateAt(bars, 0);
  const end_date = dateAt(bars, bars.time.length - 1);
  const loaded = new Map(studies.map((study) => [study.id, study]));
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
      const key = ['study lines', symbol, id, interval, start_date, end_date];
      return {
        queryKey: [...key, calculated_at],
        queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Lines> => {
          const input = { symbol, interval, start_date, end_date, ids: [id], bars: false };
          const found = await client.stocks.chart.query(input, { signal });
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
