import type { Quote } from '@stockbook/api/schemas';
import { expect, it } from 'vitest';
import { quote } from '#testing/quotes.ts';
import { signalEntry } from '#testing/signals.ts';
import { watchList, watchListItem } from '#testing/watch-list-item.ts';
import { restoredFrom } from './restore.ts';

function restoredWith(quotes: readonly Quote[]) {
  return restoredFrom(
    {
      firstName: 'Ada',
      savedAt: Date.parse('2026-11-20T20:43:00Z'),
      list: watchList([]),
      lists: null,
      inbox: null,
      quotes,
      stocks: {},
    },
    'user',
  );
}

async function quotesOf(quotes: readonly Quote[], symbols: string): Promise<Quote[]> {
  const input = encodeURIComponent(JSON.stringify({ symbols }));
  const response = await restoredWith(quotes).fetch(`/trpc/quotes.list?input=${input}`);
  return (await response.json()).result.data.quotes;
}

it('shows a price of an open market as one of the past, with its own time', async () => {
  const [price] = await quotesOf([quote(), quote({ symbol: 'MSFT' })], 'AAPL');
  expect(price).toEqual({ ...quote(), is_stale: true });
});

it('leaves a price of a closed market as it was', async () => {
  const closed = quote({ market_state: 'closed' });
  expect(await quotesOf([closed], 'AAPL,MSFT')).toEqual([closed]);
});

it('names the age of what the page shows, not that of the list', () => {
  const [ofList, ofStock, ofInbox] = [3, 2, 1].map((day) => Date.UTC(2026, 10, 20 + day));
  const item = watchListItem({ symbol: 'AAPL' });
  const restored = restoredFrom(
    {
      firstName: 'Ada',
      savedAt: ofList ?? 0,
      list: watchList([item]),
      lists: null,
      inbox: { savedAt: ofInbox ?? 0, answer: { signals: [signalEntry()], total: 1, unread: 1 } },
      quotes: [],
      stocks: { AAPL: { savedAt: ofStock ?? 0, openedAt: ofList ?? 0, item, chart: null } },
    },
    'user',
  );
  const paths = ['/stocks', '/stocks/aapl', '/signals', '/stocks/MSFT', '/settings'];
  expect(paths.map((path) => restored.savedAt(path))).toEqual([ofList, ofStock, ofInbox, ofList, ofList]);
  expect(paths.map((path) => restored.hasPage(path))).toEqual([true, true, true, false, false]);
});

it('rejects changes and what is not kept like a browser without a network', async () => {
  const { fetch } = restoredWith([]);
  await expect(fetch('/trpc/stocks.list', { method: 'POST' })).rejects.toThrow(TypeError);
  await expect(fetch('/trpc/indicators.forStock')).rejects.toThrow(TypeError);
});
