import type { ImportTask, WatchList, WatchListItem } from '@stockbook/api/schemas';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { useCallback, useMemo } from 'react';
import type { ApiClient } from '#lib/api/api-client.ts';
import { runTask, TaskFailure, type TaskKind } from '#lib/api/run-task.ts';
import { connectionSentence, describeFailure, errorSentence } from '#lib/api/server-error.ts';
import { trpc, useApiClient } from '#lib/api/trpc.ts';
import { itemKey, listKey, type OnFailure, useReconcile, useUpdateCached } from '../api/mutations.ts';
import { type ImportRequest, importCalls } from '../api/tasks.ts';
import { putBack } from './put-back.ts';
import type { OwnValues } from './view/own-columns.ts';

const screenKey = getQueryKey(trpc.signals.screen);

/**
 * The values of columns that the user wrote, for all stocks of the list: one call, which is sent again when their bars
 * have changed. A newer one ends the one before. It is a mutation for its POST request, but stores nothing.
 */
export function useOwnValues(
  items: readonly WatchListItem[],
  columns: readonly string[],
  isEnabled: boolean,
) {
  const client = useApiClient();
  const version = useMemo(
    () => items.map(({ stock }) => `${stock.id} ${stock.data_end_date} ${stock.last_close}`).join(),
    [items],
  );
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: [...screenKey, 'columns', columns, version],
    queryFn: ({ signal }) =>
      client.signals.screen.mutate({ columns: [...columns], run: 'columns of the watch list' }, { signal }),
    enabled: isEnabled && columns.length > 0 && items.length > 0,
    retry: false,
    // While stocks change, not while columns do: the values would be below other headers.
    placeholderData: (previous, query) =>
      JSON.stringify(query?.queryKey.at(-2)) === JSON.stringify(columns) ? previous : undefined,
  });
  const values: OwnValues = useMemo(
    () => new Map(data?.values.map(({ symbol, values: ofStock }) => [symbol, ofStock])),
    [data],
  );
  return { values, skipped: data?.skipped.length ?? 0, error, refetch, isLoading: isFetching && !data };
}

const listsKey = getQueryKey(trpc.lists.list);

/** Removes a stock from the watch list optimistically; resolves with whether the server removed it. */
export function useRemoveStock(onFailure: OnFailure) {
  const queryClient = useQueryClient();
  const updateCached = useUpdateCached();
  const reconcile = useReconcile();
  const { mutateAsync } = trpc.stocks.remove.useMutation({
    onSuccess: async (_, { symbol }) => {
      await updateCached<WatchList>(listKey, (list) => ({
        ...list,
        stocks: list.stocks.filter(({ stock }) => stock.symbol !== symbol),
      }));
      // The server has deleted its notes and indicators; adding the stock again must not show cached ones.
      queryClient.removeQueries({ queryKey: itemKey(symbol) });
      queryClient.removeQueries({ queryKey: getQueryKey(trpc.stocks.chart, { symbol }, 'query') });
      queryClient.removeQueries({ queryKey: getQueryKey(trpc.indicators.forStock, { symbol }, 'query') });
      void queryClient.invalidateQueries({ queryKey: listsKey });
    },
    onError: (error, { symbol }) => {
      reconcile(symbol, error);
      onFailure(...describeFailure(error, 'Failed to remove stock'));
    },
  });
  return useCallback(
    (symbol: string) =>
      mutateAsync({ symbol }).then(
        () => true,
        // Reported by `onError`.
        () => false,
      ),
    [mutateAsync],
  );
}

const failureText = 'Failed to add stock';

const restoreTask: TaskKind<ImportRequest, ImportTask> = {
  ...importCalls,
  intervalMs: 300,
  startMessage: (error) => errorSentence(error, failureText),
  checkMessage: () => failureText,
  failureMessage: ({ error }) => error ?? failureText,
};

/** The data that the server deletes with stocks. */
export interface Snapshot {
  /** An account export, which an import restores. */
  readonly account: string;
  /** The lists with one of the stocks, as they were. */
  readonly lists: readonly { readonly id: string; readonly symbols: readonly string[] }[];
  readonly symbols: readonly string[];
}

/** Reads the data that the server deletes with the stocks. */
export async function snapshotOf(client: ApiClient, items: readonly WatchListItem[]): Promise<Snapshot> {
  const [{ rules }, { lists }, indicators] = await Promise.all([
    client.signals.rules.list.query({}),
    client.lists.list.query({ symbols: true }),
    Promise.all(
      items.map(({ stock }) => client.indicators.forStock.query({ symbol: stock.symbol, data: false })),
    ),
  ]);
  const symbols = new Set(items.map(({ stock }) => stock.symbol));
  const stocks = items.map(({ stock, is_favorite, notes, notify_on_signals }, index) => ({
    symbol: stock.symbol,
    is_favorite,
    notes,
    notify_on_signals,
    indicators: indicators[index]?.indicators ?? [],
  }));
  const account = JSON.stringify({
    format: 'stockbook-account',
    version: 1,
    // Newest first, as in all lists.
    watch_list: stocks,
    signal_rules: rules.filter(
      ({ scope, symbol }) => scope === 'stock' && symbol !== null && symbols.has(symbol),
    ),
  });
  const places = lists.map(({ id, symbols: ofList = [] }) => ({ id, symbols: ofList }));
  return {
    account,
    lists: places.filter((list) => list.symbols.some((symbol) => symbols.has(symbol))),
    symbols: [...symbols],
  };
}

/** Puts stocks back on their lists, at their places among the stocks that are there now. */
async function restorePlaces(client: ApiClient, { lists, symbols }: Snapshot): Promise<void> {
  const isThere = new Set((await client.lists.list.query({})).lists.map(({ id }) => id));
  for (const { id: listId, symbols: before } of lists.filter(({ id }) => isThere.has(id))) {
    const { symbols: known } = await client.lists.get.query({ listId });
    await client.lists.setStocks.mutate({ listId, symbols: putBack(known, before, symbols), known });
  }
}

/** Restores removed stocks from their snapshot, all in one import. */
export function useRestoreStocks(onFailure: OnFailure) {
  const utils = trpc.useUtils();
  return useCallback(
    async (snapshot: Snapshot) => {
      try {
        const { result } = await runTask(
          restoreTask,
          utils.client,
          { text: snapshot.account, listId: null },
          {
            signal: new AbortController().signal,
          },
        );
        const failed = result?.lines.find(
          ({ verdict }) => verdict === 'not_added' || verdict === 'over_quota',
        );
        if (failed) throw new TaskFailure(`${failed.text}: ${failed.message ?? failureText}`);
        await restorePlaces(utils.client, snapshot);
      } catch (error) {
        const message = error instanceof TaskFailure ? error.message : errorSentence(error, failureText);
        onFailure(message, connectionSentence(error));
      } finally {
        void utils.stocks.list.invalidate();
        void utils.signals.rules.list.invalidate();
        void utils.lists.list.invalidate();
      }
    },
    [utils, onFailure],
  );
}
