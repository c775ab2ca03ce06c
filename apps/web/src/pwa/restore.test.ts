import type { Quote } from '@stockbook/api/schemas';
import { expect, it } from 'vitest';
import { quote } from '#testing/quotes.ts';
import { watchList } from '#testing/watch-list-item.ts';
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

it('rejects changes and what is not kept like a browser without a network', async () => {
  const { fetch } = restoredWith([]);
  await expect(fetch('/trpc/stocks.list', { method: 'POST' })).rejects.toThrow(TypeError);
  await expect(fetch('/trpc/indicators.forStock')).rejects.toThrow(TypeError);
});
