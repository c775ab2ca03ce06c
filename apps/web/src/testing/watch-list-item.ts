import type { Stock, WatchList, WatchListItem } from '@stockbook/api/schemas';

let lastId = 0;

/** A complete item of the watch list, with overrides. */
export function watchListItem(stock: Partial<Stock>, link: Partial<WatchListItem> = {}): WatchListItem {
  lastId += 1;
  return {
    stock: {
      id: lastId,
      symbol: 'AAPL',
      name: 'Apple Inc.',
      isin: 'US0378331005',
      exchange: 'NASDAQ',
      sector: 'Technology',
      industry: 'Consumer Electronics',
      currency: 'USD',
      is_active: true,
      data_fetched: true,
      data_start_date: '1990-01-02',
      data_end_date: '2026-11-20',
      data_source: 'yahoo',
      previous_data_source: null,
      data_source_since: null,
      last_close: 100,
      previous_close: 100,
      recent_closes: [98, 101, 100],
      last_fetched_at: '2026-11-20T21:00:00.000Z',
      last_error: null,
      left_out_bars: 0,
      missing_dates: [],
      pending_close_date: null,
      ...stock,
    },
    added_at: '2026-11-01T00:00:00.000Z',
    is_favorite: false,
    notes: null,
    notify_on_signals: false,
    ...link,
  };
}

/** The response of `stocks.list`. */
export function watchList(stocks: WatchListItem[]): WatchList {
  const favorites = stocks.filter(({ is_favorite }) => is_favorite).length;
  const active = stocks.filter(({ stock }) => stock.is_active).length;
  return { stocks, total: stocks.length, stats: { total: stocks.length, favorites, active } };
}
