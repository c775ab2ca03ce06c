import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { describe, expect, it, onTestFinished } from 'vitest';
import { quote } from '#testing/quotes.ts';
import { signalEntry } from '#testing/signals.ts';
import { watchList, watchListItem } from '#testing/watch-list-item.ts';
import { collect } from './keep.ts';
import { type LastSeen, recentPart } from './last-seen.ts';

const dayMs = 24 * 60 * 60 * 1000;
const now = Date.parse('2026-11-27T12:00:00Z');

interface StockOfTest {
  readonly symbol: string;
  readonly savedAt: number;
  /** Letters of its notes. */
  readonly notesLength?: number;
}

/** The queries of a page whose list has these stocks, each of which was opened. */
function openedPages(stocks: readonly StockOfTest[]): QueryClient {
  // Without a timer that removes them.
  const client = new QueryClient({ defaultOptions: { queries: { gcTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(
    [['stocks', 'list'], { type: 'query' }],
    watchList(stocks.map(({ symbol }) => watchListItem({ symbol }))),
    { updatedAt: now },
  );
  for (const { symbol, savedAt, notesLength = 0 } of stocks) {
    client.setQueryData(
      [['stocks', 'get'], { input: { symbol }, type: 'query' }],
      watchListItem({ symbol }, { notes: 'a'.repeat(notesLength) }),
      { updatedAt: savedAt },
    );
  }
  return client;
}

const noQuotes = new Map();

function collectFrom(client: QueryClient, before: LastSeen | null = null, quotes = noQuotes): LastSeen {
  const kept = collect({ queries: client.getQueryCache().getAll(), quotes }, before, 'Ada');
  if (!kept) throw new Error('Nothing was kept');
  return kept;
}

const symbolsOf = ({ stocks }: LastSeen) => Object.keys(stocks);

describe('what a device keeps', () => {
  it('has at most 2 MB, without the stocks that were not opened for the longest time', () => {
    const stocks = Array.from({ length: 5 }, (_, index) => ({
      symbol: `S${index}`,
      savedAt: now - index * 1000,
      notesLength: 600_000,
    }));
    const kept = collectFrom(openedPages(stocks));
    expect(symbolsOf(kept)).toEqual(['S0', 'S1', 'S2']);
    expect(JSON.stringify(kept).length).toBeLessThanOrEqual(2 * 1024 * 1024);
  });

  it('has the 20 stocks opened last, of which the one on show is the first', () => {
    const stocks = Array.from({ length: 25 }, (_, index) => ({ symbol: `S${index}`, savedAt: now - index }));
    const client = openedPages(stocks);
    const shown = new QueryObserver(client, {
      queryKey: [['stocks', 'get'], { input: { symbol: 'S24' }, type: 'query' }],
      queryFn: () => null,
      staleTime: Number.POSITIVE_INFINITY,
    });
    onTestFinished(shown.subscribe(() => {}));
    expect(symbolsOf(collectFrom(client))).toEqual([
      'S24',
      ...stocks.slice(0, 19).map(({ symbol }) => symbol),
    ]);
  });

  it('has nothing of a stock that has left the list', () => {
    const before = collectFrom(openedPages([{ symbol: 'GONE', savedAt: now }]));
    const quotes = new Map([['GONE', quote({ symbol: 'GONE' })]]);
    const kept = collectFrom(openedPages([{ symbol: 'AAPL', savedAt: now }]), before, quotes);
    expect(JSON.stringify(kept)).not.toContain('GONE');
  });

  it('has the first 50 entries of the whole inbox, without notices about the account', () => {
    const client = openedPages([{ symbol: 'AAPL', savedAt: now }]);
    const entries = Array.from({ length: 60 }, () => signalEntry());
    const notices = [
      signalEntry({ kind: 'notice', symbol: 'AAPL', sentence: 'A rule of AAPL was switched off' }),
      signalEntry({ kind: 'notice', symbol: null, sentence: 'Notifications on a phone ended' }),
    ];
    const page = { signals: [...notices, ...entries], total: 62, unread: 62 };
    const key = [['signals', 'list'], { type: 'infinite' }];
    client.setQueryData([...key, { unread: true }], { pages: [{ ...page, signals: [] }], pageParams: [0] });
    client.setQueryData([...key, {}], { pages: [page], pageParams: [0] });
    const signals = collectFrom(client).inbox?.answer.signals ?? [];
    expect(signals.length).toBe(50);
    expect(signals.map(({ sentence }) => sentence)).toContain('A rule of AAPL was switched off');
    expect(signals.map(({ sentence }) => sentence)).not.toContain('Notifications on a phone ended');
  });

  it('has the prices on show, and those of earlier visits', () => {
    const stocks = ['AAPL', 'MSFT'].map((symbol) => ({ symbol, savedAt: now }));
    const before = collectFrom(openedPages(stocks), null, new Map([['MSFT', quote({ symbol: 'MSFT' })]]));
    const kept = collectFrom(openedPages(stocks), before, new Map([['AAPL', quote({ price: 200 })]]));
    expect(kept.quotes.map(({ symbol, price }) => [symbol, price])).toEqual([
      ['AAPL', 200],
      ['MSFT', 187.62],
    ]);
  });
});

describe('after 7 days', () => {
  const kept = collectFrom(
    openedPages([
      { symbol: 'NEW', savedAt: now },
      { symbol: 'OLD', savedAt: now - 5 * dayMs },
    ]),
    null,
    new Map([
      ['NEW', quote({ symbol: 'NEW', fetched_at: new Date(now).toISOString() })],
      ['OLD', quote({ symbol: 'OLD', fetched_at: new Date(now - 5 * dayMs).toISOString() })],
    ]),
  );

  it('leaves out a stock, its price and the inbox, and keeps what is newer', () => {
    const inbox = { savedAt: now - 5 * dayMs, answer: { signals: [], total: 0, unread: 0 } };
    const part = recentPart({ ...kept, inbox }, now + 3 * dayMs);
    expect(part && symbolsOf(part)).toEqual(['NEW']);
    expect(part?.quotes.map(({ symbol }) => symbol)).toEqual(['NEW']);
    expect(part?.inbox).toBeNull();
  });

  it('leaves nothing if the list is older', () => {
    expect(recentPart(kept, now + 7 * dayMs)).not.toBeNull();
    expect(recentPart(kept, now + 7 * dayMs + 1)).toBeNull();
  });
});
