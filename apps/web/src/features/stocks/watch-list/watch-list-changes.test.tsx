import type { WatchListItem } from '@stockbook/api/schemas';
import { act, renderHook, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { trpc } from '#lib/api/trpc.ts';
import {
  type Answers,
  ErrorResponse,
  failWith,
  fakeServer,
  type Output,
  type Procedure,
} from '#testing/fake-server.ts';
import { SignedIn } from '#testing/signed-in.tsx';
import { watchList, watchListItem } from '#testing/watch-list-item.ts';
import { useFavorite, useNotes, useNotify } from '../api/mutations.ts';
import { useWatchList } from '../api/watch-list.ts';
import { useRemoveStock } from './api.ts';

/** A handler that stays pending until the test settles it. */
function deferred<P extends Procedure>() {
  const { promise, resolve, reject } = Promise.withResolvers<Output<P>>();
  return { answer: () => promise, resolve, reject };
}

/** A handler whose calls are answered by these handlers in turn. */
function inOrder<T>(handlers: { answer: () => T }[]): () => T {
  let calls = 0;
  return () => {
    const handler = handlers[calls++];
    if (!handler) throw new Error('More calls than handlers');
    return handler.answer();
  };
}

const symbolsOf = (items: readonly WatchListItem[] | undefined) => items?.map(({ stock }) => stock.symbol);

/** Renders a list of three with the hooks that change it; the answers in `server` may be replaced. */
async function open(answers: Answers = {}) {
  let items = ['AAPL', 'MSFT', 'NVDA'].map((symbol) => watchListItem({ symbol }, { notes: 'old' }));
  const find = (symbol: string) => {
    const item = items.find(({ stock }) => stock.symbol === symbol);
    if (!item) throw new ErrorResponse(404, 'Stock not found');
    return item;
  };
  const server: Answers = {
    'stocks.list': () => watchList(items),
    'stocks.get': ({ input: { symbol } }) => find(symbol),
    'stocks.update': ({ input: { symbol, ...patch } }) => {
      const updated = { ...find(symbol), ...patch };
      items = items.map((item) => (item.stock.symbol === symbol ? updated : item));
      return updated;
    },
    'stocks.remove': ({ input: { symbol } }) => {
      items = items.filter(({ stock }) => stock.symbol !== symbol);
      return { message: 'Removed' };
    },
    ...answers,
  };
  const seen = fakeServer(server);
  const onFailure = vi.fn();
  const { result } = renderHook(
    () => ({
      list: useWatchList(),
      toggle: useFavorite(onFailure),
      toggleNotify: useNotify(onFailure),
      remove: useRemoveStock(onFailure),
      saveNotes: useNotes('AAPL', onFailure).save,
      utils: trpc.useUtils(),
    }),
    { wrapper: SignedIn },
  );
  await waitFor(() => expect(symbolsOf(result.current.list.items)).toEqual(['AAPL', 'MSFT', 'NVDA']));
  const item = (symbol: string) => {
    const found = result.current.list.items?.find(({ stock }) => stock.symbol === symbol);
    if (!found) throw new Error(`${symbol} is not on the list`);
    return found;
  };
  const shown = () => symbolsOf(result.current.list.items);
  const loads = () => seen.filter(({ procedure }) => procedure === 'stocks.list').length;
  return { server, result, onFailure, item, shown, loads };
}

it('hides a stock while its removal is pending, also after a refetch', async () => {
  const removal = deferred<'stocks.remove'>();
  const { result, shown, loads } = await open({ 'stocks.remove': removal.answer });
  act(() => void result.current.remove('MSFT'));
  await waitFor(() => expect(shown()).toEqual(['AAPL', 'NVDA']));
  await act(() => result.current.utils.stocks.list.invalidate());
  expect(loads()).toBe(2);
  expect(shown()).toEqual(['AAPL', 'NVDA']);
  await act(async () => removal.resolve({ message: 'Removed' }));
  await waitFor(() => expect(result.current.utils.stocks.list.getData()?.stocks).toHaveLength(2));
  expect(shown()).toEqual(['AAPL', 'NVDA']);
});

it('restores every stock once when removals fail', async () => {
  const removals = [deferred<'stocks.remove'>(), deferred<'stocks.remove'>()];
  const { result, shown, onFailure } = await open({ 'stocks.remove': inOrder(removals) });
  act(() => void result.current.remove('AAPL'));
  act(() => void result.current.remove('MSFT'));
  await waitFor(() => expect(shown()).toEqual(['NVDA']));
  await act(() => result.current.utils.stocks.list.invalidate());
  await act(async () => {
    for (const { reject } of removals) reject(new ErrorResponse(500, 'Not today.'));
  });
  await waitFor(() => expect(onFailure).toHaveBeenCalledTimes(2));
  await waitFor(() => expect(shown()).toEqual(['AAPL', 'MSFT', 'NVDA']));
});

it('ignores a list response that was requested before the removal', async () => {
  const { server, result, shown, loads } = await open();
  const late = deferred<'stocks.list'>();
  const answer = server['stocks.list'];
  server['stocks.list'] = late.answer;
  act(() => void result.current.utils.stocks.list.invalidate());
  await waitFor(() => expect(loads()).toBe(2));
  if (answer) server['stocks.list'] = answer;
  act(() => void result.current.remove('MSFT'));
  await waitFor(() => expect(loads()).toBe(3));
  const before = ['AAPL', 'MSFT', 'NVDA'].map((symbol) => watchListItem({ symbol }));
  await act(async () => late.resolve(watchList(before)));
  expect(shown()).toEqual(['AAPL', 'NVDA']);
});

it('clears the cached data of a removed stock', async () => {
  const { result, shown } = await open();
  const cachedStock = () => result.current.utils.stocks.get.getData({ symbol: 'MSFT' });
  await act(() => result.current.utils.stocks.get.fetch({ symbol: 'MSFT' }));
  expect(cachedStock()?.notes).toBe('old');
  act(() => void result.current.remove('MSFT'));
  await waitFor(() => expect(cachedStock()).toBeUndefined());
  expect(shown()).toEqual(['AAPL', 'NVDA']);
});

it('shows the stored favourite again when two pending changes of it fail', async () => {
  const updates = [deferred<'stocks.update'>(), deferred<'stocks.update'>()];
  const { result, item, onFailure } = await open({ 'stocks.update': inOrder(updates) });
  act(() => result.current.toggle(item('AAPL')));
  await waitFor(() => expect(item('AAPL').is_favorite).toBe(true));
  act(() => result.current.toggle(item('AAPL')));
  await waitFor(() => expect(item('AAPL').is_favorite).toBe(false));
  await act(async () => {
    for (const { reject } of updates) reject(new ErrorResponse(500, 'Not today.'));
  });
  await waitFor(() => expect(onFailure).toHaveBeenCalledTimes(2));
  expect(item('AAPL').is_favorite).toBe(false);
});

it('shows a pending favourite and a pending notification of one stock, and restores the one that fails', async () => {
  const updates = [deferred<'stocks.update'>(), deferred<'stocks.update'>()];
  const { result, item, onFailure } = await open({ 'stocks.update': inOrder(updates) });
  act(() => result.current.toggle(item('AAPL')));
  act(() => result.current.toggleNotify(item('AAPL')));
  await waitFor(() => expect(item('AAPL')).toMatchObject({ is_favorite: true, notify_on_signals: true }));
  await act(async () => updates[1]?.reject(new ErrorResponse(500, '')));
  await waitFor(() => expect(item('AAPL')).toMatchObject({ is_favorite: true, notify_on_signals: false }));
  expect(onFailure).toHaveBeenCalledTimes(1);
  await act(async () => updates[0]?.resolve(item('AAPL')));
});

it('removes a stock from the list when a change of it returns 404', async () => {
  const { server, result, shown, item } = await open();
  const all = item('AAPL');
  server['stocks.update'] = failWith(new ErrorResponse(404, 'Stock not found'));
  server['stocks.list'] = () => watchList([item('MSFT')]);
  act(() => result.current.toggle(all));
  await waitFor(() => expect(shown()).toEqual(['MSFT']));
});

it('refetches an invalidated list after notes were saved', async () => {
  const { result, loads, item } = await open();
  await act(() => result.current.utils.stocks.list.invalidate(undefined, { refetchType: 'none' }));
  await act(() => result.current.saveNotes('new', 'old'));
  await waitFor(() => expect(loads()).toBe(2));
  expect(item('AAPL').notes).toBe('new');
});
