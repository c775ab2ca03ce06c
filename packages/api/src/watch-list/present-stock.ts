import type { ListedLink, ListedStock } from '@stockbook/db';
import type { Stock, WatchListItem } from './schemas.ts';

/** Maps a stock to its API shape. */
export function presentStock(stock: ListedStock): Stock {
  return {
    id: stock.id,
    symbol: stock.symbol,
    name: stock.name,
    isin: stock.isin,
    exchange: stock.exchange,
    sector: stock.sector,
    industry: stock.industry,
    currency: stock.currency,
    is_active: stock.isActive,
    data_fetched: stock.barCount > 0,
    data_start_date: stock.dataStartDate,
    data_end_date: stock.dataEndDate,
    data_source: stock.dataSource,
    previous_data_source: stock.previousDataSource,
    data_source_since: stock.dataSourceSince?.toISOString() ?? null,
    last_close: stock.lastClose,
    previous_close: stock.previousClose,
    recent_closes: stock.recentCloses,
    last_fetched_at: stock.lastFetchedAt?.toISOString() ?? null,
    last_error: stock.lastError,
    left_out_bars: stock.rejectedBars,
    missing_dates: stock.missingBars.map(({ date }) => date),
    pending_close_date: stock.pendingCloseDate,
  };
}

/** Maps an entry of the watch list to its API shape. */
export function presentItem(link: ListedLink): WatchListItem {
  return {
    stock: presentStock(link.stock),
    added_at: link.addedAt.toISOString(),
    is_favorite: link.isFavorite,
    notes: link.notes,
    notify_on_signals: link.notifyOnSignals,
  };
}
