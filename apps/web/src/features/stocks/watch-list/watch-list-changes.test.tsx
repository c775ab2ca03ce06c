import type { WatchListItem } from '@stockbook/api/schemas';
import { act, renderHook, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { trpc } from '../../../lib/api/trpc.ts';
import { type Answer, fakeServer, Refusal } from '../../../testing/fake-server.ts';
import { SignedIn } from '../../../testing/signed-in.tsx';
import { watchListItem } from '../../../testing/watch-list-item.ts';
import { useFavorite, useNotes, useReloadWatchList, useRemoveStock, useWatchList } from '../api.ts';

/** An answer that waits until it is let go. */
function held() {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  return { answer: () => promise, resolve, reject };
}

const symbolsOf = (items: readonly WatchListItem[] | undefined) => items?.map(({ stock }) => stock.symbol);

/** A list of three on the page, with everything that changes it, and a server whose answers may be replaced. */
async function open(answers: Record<string, Answer> = {}) {
  let items = ['AAPL', 'MSFT', 'NVDA'].map((symbol) => watchListItem({ symbol }, { notes: 'old' }));
  const server: Record<string, Answer> = {
    'stocks.list': () => ({ stocks: items, total: items.length }),
    'stocks.get': ({ input }) => {
      const { symbol } = input as { symbol: string };
      const item = items.find(({ stock }) => stock.symbol === symbol);
      if (!item) throw new Refusal(404, 'Stock not found');
      return item;
    },
    'stocks.update': ({ input }) => {
      const { symbol, ...patch } = input as { symbol: string };
      items = items.map((item) => (item.stock.symbol === symbol ? { ...item, ...patch } : item));
      return items.find(({ stock }) => stock.symbol === symbol);
    },
    'stocks.remove': ({ input }) => {
      const { symbol } = input as { symbol: string };
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
      remove: useRemoveStock(onFailure),
      saveNotes: useNotes('AAPL', onFailure).save,
      reload: useReloadWatchList(),
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

it('a removal is shown at once, whatever is fetched before it is done', async () => {
  const removal = held();
  const { result, shown, loads } = await open({ 'stocks.remove': removal.answer });
  act(() => result.current.remove('MSFT'));
  await waitFor(() => expect(shown()).toEqual(['AAPL', 'NVDA']));
  await act(() => result.current.reload());
  expect(loads()).toBe(2);
  expect(shown()).toEqual(['AAPL', 'NVDA']);
  await act(async () => removal.resolve({ message: 'Removed' }));
  await waitFor(() => expect(result.current.utils.stocks.list.getData()?.stocks).toHaveLength(2));
  expect(shown()).toEqual(['AAPL', 'NVDA']);
});

it('removals that fail leave every stock where it was, once', async () => {
  const removals = [held(), held()];
  let asked = 0;
  const { result, shown, onFailure } = await open({ 'stocks.remove': () => removals[asked++]?.answer() });
  act(() => result.current.remove('AAPL'));
  act(() => result.current.remove('MSFT'));
  await waitFor(() => expect(shown()).toEqual(['NVDA']));
  await act(() => result.current.reload());
  await act(async () => {
    for (const { reject } of removals) reject(new Refusal(500, 'Not today.'));
  });
  await waitFor(() => expect(onFailure).toHaveBeenCalledTimes(2));
  await waitFor(() => expect(shown()).toEqual(['AAPL', 'MSFT', 'NVDA']));
});

it('an answer that was on its way when a stock was removed does not bring it back', async () => {
  const { server, result, shown, loads } = await open();
  const late = held();
  const answer = server['stocks.list'];
  server['stocks.list'] = late.answer;
  act(() => void result.current.reload());
  await waitFor(() => expect(loads()).toBe(2));
  if (answer) server['stocks.list'] = answer;
  act(() => result.current.remove('MSFT'));
  await waitFor(() => expect(loads()).toBe(3));
  const before = ['AAPL', 'MSFT', 'NVDA'].map((symbol) => watchListItem({ symbol }));
  await act(async () => late.resolve({ stocks: before, total: 3 }));
  expect(shown()).toEqual(['AAPL', 'NVDA']);
});

it('what is removed is forgotten: added again, it begins anew', async () => {
  const { result, shown } = await open();
  const known = () => result.current.utils.stocks.get.getData({ symbol: 'MSFT' });
  await act(() => result.current.utils.stocks.get.fetch({ symbol: 'MSFT' }));
  expect(known()?.notes).toBe('old');
  act(() => result.current.remove('MSFT'));
  await waitFor(() => expect(known()).toBeUndefined());
  expect(shown()).toEqual(['AAPL', 'NVDA']);
});

it('a star clicked twice is what the server keeps, though both clicks were refused', async () => {
  const updates = [held(), held()];
  let asked = 0;
  const { result, item, onFailure } = await open({ 'stocks.update': () => updates[asked++]?.answer() });
  act(() => result.current.toggle(item('AAPL')));
  await waitFor(() => expect(item('AAPL').is_favorite).toBe(true));
  act(() => result.current.toggle(item('AAPL')));
  await waitFor(() => expect(item('AAPL').is_favorite).toBe(false));
  await act(async () => {
    for (const { reject } of updates) reject(new Refusal(500, 'Not today.'));
  });
  await waitFor(() => expect(onFailure).toHaveBeenCalledTimes(2));
  expect(item('AAPL').is_favorite).toBe(false);
});

it('a stock that is gone meanwhile leaves the list when a change of it is refused', async () => {
  const { server, result, shown, item } = await open();
  const all = item('AAPL');
  server['stocks.update'] = () => {
    throw new Refusal(404, 'Stock not found');
  };
  server['stocks.list'] = () => ({ stocks: [item('MSFT')], total: 1 });
  act(() => result.current.toggle(all));
  await waitFor(() => expect(shown()).toEqual(['MSFT']));
});

it('notes that are saved leave a list that is due as due as it was', async () => {
  const { result, loads, item } = await open();
  await act(() => result.current.utils.stocks.list.invalidate(undefined, { refetchType: 'none' }));
  await act(() => result.current.saveNotes('new', 'old'));
  await waitFor(() => expect(loads()).toBe(2));
  expect(item('AAPL').notes).toBe('new');
});
