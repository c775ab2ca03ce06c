import type { StrategyDetail } from '@stockbook/api/schemas';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { usePageCommands } from '#lib/page-commands.ts';
import { type Answers, failWith, fakeServer } from '#testing/fake-server.ts';
import { SignedIn } from '#testing/signed-in.tsx';
import { strategyDetail } from '#testing/strategies.ts';
import { watchList, watchListItem } from '#testing/watch-list-item.ts';
import { CommandPalette } from './command-palette.tsx';

const answers = (strategies: StrategyDetail[]): Answers => ({
  'stocks.list': () => watchList([watchListItem({ symbol: 'AAPL' })]),
  'strategies.list': () => ({ strategies, total: strategies.length }),
});

async function open(server = answers([strategyDetail()])) {
  fakeServer(server);
  const onClose = vi.fn();
  const routeTree = createRootRoute({
    component: () => <CommandPalette takeTyped={() => ''} onClose={onClose} onShowShortcuts={vi.fn()} />,
  });
  const router = createRouter({ routeTree, history: createMemoryHistory() });
  render(
    <SignedIn>
      <RouterProvider router={router} />
    </SignedIn>,
  );
  const input = await screen.findByRole('combobox');
  const search = (text: string) => fireEvent.change(input, { target: { value: text } });
  const choose = async (text: string, name: RegExp) => {
    search(text);
    fireEvent.click(await screen.findByRole('option', { name }));
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    return router.history.location.href;
  };
  return { search, choose };
}

it.each([
  ['strategies', /^Strategies/, '/strategies'],
  ['signals', /^Signals/, '/signals'],
  ['rules', /^Signal rules/, '/signals?tab=rules'],
  ['delivery', /^Signal delivery/, '/signals?tab=delivery'],
  ['settings', /^Settings/, '/settings'],
  ['aapl', /^AAPL/, '/stocks/AAPL'],
  ['reversal', /^RSI reversal/, `/strategies/${strategyDetail().id}`],
])('goes to the page of "%s"', async (text, name, address) => {
  const { choose } = await open();
  expect(await choose(text, name)).toBe(address);
});

it('lists strategies of the same name', async () => {
  const other = strategyDetail({ id: '00000000-0000-4000-8000-00000000000f' });
  const { search } = await open(answers([strategyDetail(), other]));
  search('rsi');
  await waitFor(() => expect(screen.getAllByRole('option', { name: /^RSI reversal/ })).toHaveLength(2));
});

it('goes to pages while the lists cannot be loaded', async () => {
  const lost = failWith(new TypeError('Failed to fetch'));
  const { choose } = await open({ 'stocks.list': lost, 'strategies.list': lost });
  expect(await choose('strategies', /^Strategies/)).toBe('/strategies');
});

it('offers what the page has, by words written together, and a stock that is not on the list', async () => {
  const run = vi.fn();
  function Part() {
    usePageCommands(() => [{ kind: 'Chart', label: 'Full screen', run }]);
    return null;
  }
  render(<Part />);
  const { search, choose } = await open({
    ...answers([]),
    'stocks.search': () => ({
      results: [
        { symbol: 'TSM', name: 'Taiwan Semiconductor', exchange: 'NYSE', type: 'EQUITY', isin: null },
      ],
      source: 'provider',
    }),
  });
  search('tsm');
  expect(await screen.findByRole('option', { name: /^TSM.*Not on your list/ })).toBeTruthy();
  await choose('fullscreen', /^Full screen/);
  await waitFor(() => expect(run).toHaveBeenCalledOnce());
});
