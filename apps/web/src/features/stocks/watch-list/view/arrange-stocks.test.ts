import { describe, expect, it } from 'vitest';
import { quote } from '#testing/quotes.ts';
import { watchListItem } from '#testing/watch-list-item.ts';
import { arrangeStocks, countStocks } from './arrange-stocks.ts';

const items = [
  watchListItem({ symbol: 'TSLA', name: 'Tesla', isin: null, last_close: 90 }, { is_favorite: true }),
  watchListItem({ symbol: 'AAPL', name: 'Apple', is_active: false, last_close: 110 }),
  watchListItem({ symbol: 'MSFT', name: 'Microsoft', isin: null, last_close: null }),
];

function symbols(options: Partial<Parameters<typeof arrangeStocks>[1]>): string[] {
  return arrangeStocks(items, {
    filter: 'all',
    search: '',
    order: 'added',
    among: null,
    figures: new Map(),
    own: new Map(),
    quotes: new Map(),
    isGrouped: false,
    ...options,
  }).map(({ stock }) => stock.symbol);
}

describe('arrangeStocks', () => {
  it('filters by favourite and by active', () => {
    expect(symbols({})).toEqual(['TSLA', 'AAPL', 'MSFT']);
    expect(symbols({ filter: 'favorites' })).toEqual(['TSLA']);
    expect(symbols({ filter: 'active' })).toEqual(['TSLA', 'MSFT']);
  });

  it('shows only the given symbols', () => {
    expect(symbols({ among: new Set(['MSFT', 'NVDA', 'TSLA']) })).toEqual(['TSLA', 'MSFT']);
    expect(symbols({ among: new Set(), filter: 'active' })).toEqual([]);
  });

  it('searches all text fields, ignoring case', () => {
    expect(symbols({ search: ' micro ' })).toEqual(['MSFT']);
    expect(symbols({ search: 'us0378' })).toEqual(['AAPL']);
    expect(symbols({ search: 'ELECTRONICS' })).toEqual(['TSLA', 'AAPL', 'MSFT']);
    expect(symbols({ search: 'nothing' })).toEqual([]);
  });

  it('sorts by figures, with stocks without them last in both directions', () => {
    const year = (symbol: string, change_year_to_date: number | null) =>
      [
        symbol,
        {
          symbol,
          volume: 1,
          low_52_weeks: 50,
          high_52_weeks: 150,
          change_1_week: 1,
          change_1_month: 1,
          change_year_to_date,
        },
      ] as const;
    const figures = new Map([year('AAPL', 3), year('TSLA', 4), year('MSFT', null)]);
    expect(symbols({ figures, order: 'year' })).toEqual(['AAPL', 'TSLA', 'MSFT']);
    expect(symbols({ figures, order: 'year-desc' })).toEqual(['TSLA', 'AAPL', 'MSFT']);
    expect(symbols({ figures, order: 'position' })).toEqual(['TSLA', 'AAPL', 'MSFT']);
  });

  it('sorts by the given order, with stocks without a change last', () => {
    expect(symbols({ order: 'symbol' })).toEqual(['AAPL', 'MSFT', 'TSLA']);
    expect(symbols({ order: 'name' })).toEqual(['AAPL', 'MSFT', 'TSLA']);
    expect(symbols({ order: 'percent-desc' })).toEqual(['AAPL', 'TSLA', 'MSFT']);
    expect(symbols({ order: 'percent' })).toEqual(['TSLA', 'AAPL', 'MSFT']);
  });

  it('sorts by the prices of the session, unless its final bar is stored', () => {
    const price = { price: 120, previous_close: 100 };
    const quotes = new Map([
      ['TSLA', quote({ symbol: 'TSLA', session_date: '2026-11-21', ...price })],
      ['AAPL', quote({ symbol: 'AAPL', session_date: '2026-11-20', price: 50, previous_close: 100 })],
    ]);
    expect(symbols({ quotes, order: 'last' })).toEqual(['AAPL', 'TSLA', 'MSFT']);
    expect(symbols({ quotes, order: 'percent-desc' })).toEqual(['TSLA', 'AAPL', 'MSFT']);
    expect(symbols({ quotes, order: 'time' })).toEqual(['AAPL', 'MSFT', 'TSLA']);
  });
});

it('counts all stocks, the favourites and the active ones', () => {
  expect(countStocks(items)).toEqual({ total: 3, favorites: 1, active: 2 });
});

it('sorts by a column that the user wrote, unknown values last', () => {
  const own = new Map([
    ['TSLA', [31, 0]],
    ['AAPL', [null, 1]],
    ['MSFT', [64, 1]],
  ]);
  expect(symbols({ own, order: 'own1' })).toEqual(['TSLA', 'MSFT', 'AAPL']);
  expect(symbols({ own, order: 'own1-desc' })).toEqual(['MSFT', 'TSLA', 'AAPL']);
  // Such a column has been removed: the order of the list stays.
  expect(symbols({ own, order: 'own5' })).toEqual(['TSLA', 'AAPL', 'MSFT']);
});

it('keeps the order within the groups of sectors', () => {
  const grouped = [
    watchListItem({ symbol: 'KO', sector: null }),
    watchListItem({ symbol: 'NVDA', sector: 'Technology' }),
    watchListItem({ symbol: 'BAC', sector: 'Financial Services' }),
    watchListItem({ symbol: 'AAPL', sector: 'Technology' }),
  ];
  const arranged = arrangeStocks(grouped, {
    filter: 'all',
    search: '',
    order: 'symbol',
    among: null,
    figures: new Map(),
    own: new Map(),
    quotes: new Map(),
    isGrouped: true,
  });
  expect(arranged.map(({ stock }) => stock.symbol)).toEqual(['BAC', 'AAPL', 'NVDA', 'KO']);
});
