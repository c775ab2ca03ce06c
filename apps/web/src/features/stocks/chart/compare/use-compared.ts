import { useQueries, useQueryClient } from '@tanstack/react-query';
import type { BarColumns } from '#components/chart/bar-columns.ts';
import { studyColors } from '#components/chart/chart-colors.ts';
import type { ApiClient } from '#lib/api/api-client.ts';
import { errorSentence, serverStatus } from '#lib/api/server-error.ts';
import { useApiClient } from '#lib/api/trpc.ts';
import { barsInput } from '../../api/queries.ts';
import type { ChartView } from '../view/chart-view.ts';

/** A symbol that could not be loaded. */
export interface CompareProblem {
  readonly symbol: string;
  readonly sentence: string;
  readonly isUntracked: boolean;
}

export type Compared = ReturnType<typeof useCompared>;

/** The start of the keys of all queries for the bars of a compared symbol. */
export const comparedKey = (symbol: string) => ['compared bars', symbol];

/** The colours of studies from the last on: the first studies must not look like a compared symbol. */
function comparedColor(index: number): string {
  return studyColors.at(-1 - index) ?? studyColors[0];
}

function problemOf(symbol: string, error: unknown): CompareProblem {
  const isUntracked = serverStatus(error) === 404;
  const sentence = isUntracked
    ? `${symbol} is not on your watch list: add it to compare it.`
    : `${symbol}: ${errorSentence(error, 'Failed to load prices')}`;
  return { symbol, sentence, isUntracked };
}

function comparedQuery(client: ApiClient, symbol: string, view: ChartView, isAdjusted: boolean) {
  const { start, end, interval } = view;
  return {
    queryKey: [...comparedKey(symbol), start, end, interval, isAdjusted],
    queryFn: ({ signal }: { signal: AbortSignal }): Promise<BarColumns> =>
      client.stocks.chart.query(barsInput(symbol, view, isAdjusted), { signal }),
  };
}

/** @returns a function that loads the bars of the compared symbols of a view before it is shown; it ignores failures */
export function useLoadCompared(isAdjusted: boolean) {
  const client = useApiClient();
  const queryClient = useQueryClient();
  return (view: ChartView) =>
    Promise.all(
      view.compared.map((symbol) =>
        queryClient.prefetchQuery(comparedQuery(client, symbol, view, isAdjusted)),
      ),
    );
}

/** The bars of the compared symbols of a view; sends no request until the dates of the view are known. */
export function useCompared(view: ChartView, isAdjusted: boolean) {
  const client = useApiClient();
  const { compared, end } = view;
  // Without `combine`, which compares all prices with those before, one by one.
  const queries = useQueries({
    queries: compared.map((symbol) => ({
      ...comparedQuery(client, symbol, view, isAdjusted),
      enabled: end !== null,
    })),
  });
  return {
    symbols: compared.flatMap((symbol, index) => {
      const bars = queries[index]?.data;
      return bars ? { symbol, color: comparedColor(index), bars } : [];
    }),
    problems: compared.flatMap((symbol, index) => {
      const error = queries[index]?.error;
      return error ? problemOf(symbol, error) : [];
    }),
    isLoading: queries.some(({ isLoading }) => isLoading),
  };
}
