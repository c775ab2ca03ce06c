import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { BarColumns } from '../../../../components/chart/bar-columns.ts';
import { studyColors } from '../../../../components/chart/chart-colors.ts';
import type { ComparedSymbol } from '../../../../components/chart/drawing/compare-drawing.ts';
import { errorSentence, serverStatus } from '../../../../lib/api/server-error.ts';
import { useApiClient } from '../../../../lib/api/trpc.ts';
import type { ChartView } from '../view/chart-view.ts';
import { comparedCloses } from './compared-closes.ts';

/** A symbol that could not be loaded. */
export interface CompareProblem {
  readonly symbol: string;
  readonly sentence: string;
  readonly isUntracked: boolean;
}

export interface Compared {
  readonly symbols: readonly ComparedSymbol[];
  readonly problems: readonly CompareProblem[];
  readonly isLoading: boolean;
}

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

/** The compared symbols of a view, aligned with these bars. */
export function useCompared(view: ChartView, isAdjusted: boolean, bars: BarColumns): Compared {
  const client = useApiClient();
  const { compared, start, end, interval } = view;
  const combine = useCallback(
    (queries: readonly UseQueryResult<BarColumns>[]): Compared => ({
      symbols: queries.flatMap(({ data }, index) => {
        const symbol = compared[index];
        if (!data || symbol === undefined) return [];
        return { symbol, color: comparedColor(index), closes: comparedCloses(bars, data) };
      }),
      problems: queries.flatMap(({ error }, index) => (error ? problemOf(compared[index] ?? '', error) : [])),
      isLoading: queries.some(({ isPending }) => isPending),
    }),
    [compared, bars],
  );
  return useQueries({
    queries: compared.map((symbol) => ({
      queryKey: [...comparedKey(symbol), start, end, interval, isAdjusted],
      queryFn: async ({ signal }: { signal: AbortSignal }): Promise<BarColumns> => {
        const dates = start && end ? { start_date: start, end_date: end } : {};
        const adjust = isAdjusted ? ({ adjust: 'dividends' } as const) : {};
        return client.stocks.chart.query({ symbol, interval, ...dates, ...adjust }, { signal });
      },
    })),
    combine,
  });
}
