import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { Stock, StockFigures } from '../../entities/stocks.ts';
import type { UserStock } from '../../entities/watch-lists.ts';
import type { Page } from '../page.ts';

/** The facts of a stock that a watch list shows. */
export type ListedStock = Pick<
  Stock,
  | 'id'
  | 'symbol'
  | 'name'
  | 'isin'
  | 'exchange'
  | 'sector'
  | 'industry'
  | 'currency'
  | 'quotedIn'
  | 'isActive'
  | 'barCount'
  | 'dataStartDate'
  | 'dataEndDate'
  | 'dataSource'
  | 'previousDataSource'
  | 'dataSourceSince'
  | 'lastClose'
  | 'previousClose'
  | 'recentCloses'
  | 'lastFetchedAt'
  | 'lastError'
  | 'rejectedBars'
  | 'missingBars'
  | 'pendingCloseDate'
>;

export type ListedLink = Pick<UserStock, 'addedAt' | 'isFavorite' | 'notes' | 'notifyOnSignals'> & {
  readonly stock: ListedStock;
};

/** A page of a watch list, or of one list of the user. */
interface ListPage extends Page {
  readonly listId?: string | undefined;
}

/** The entries of a list, joined to `link`; all of the watch list without one. */
const onList = (listId: string | undefined) =>
  listId === undefined
    ? sql``
    : sql`join stock_list_entry entry on entry.list_id = ${listId} and entry.user_id = link.user_id
        and entry.stock_id = link.stock_id`;

/**
 * A page of a user's watch list, newest first, or of a list, in its order. Without entities, which take three times as
 * long for a long list.
 */
export async function listOfUser(
  em: EntityManager,
  userId: string,
  { limit, offset, listId }: ListPage,
): Promise<ListedLink[]> {
  type Timed = 'dataSourceSince' | 'lastFetchedAt';
  type Row = Omit<ListedLink, 'addedAt' | 'stock'> &
    Omit<ListedStock, Timed> &
    Readonly<Record<Timed, string | null>> & { readonly addedAt: string };
  const { rows } = await sql<Row>`
    select link.added_at as "addedAt", link.is_favorite as "isFavorite", link.notes,
      link.notify_on_signals as "notifyOnSignals", stock.id, stock.symbol, stock.name, stock.isin, stock.exchange,
      stock.sector, stock.industry, stock.currency, stock.quoted_in as "quotedIn", stock.is_active as "isActive",
      stock.bar_count as "barCount",
      stock.data_start_date as "dataStartDate", stock.data_end_date as "dataEndDate",
      stock.data_source as "dataSource", stock.previous_data_source as "previousDataSource",
      stock.data_source_since as "dataSourceSince", stock.last_close as "lastClose",
      stock.previous_close as "previousClose", stock.recent_closes as "recentCloses",
      stock.last_fetched_at as "lastFetchedAt", stock.last_error as "lastError",
      stock.rejected_bars as "rejectedBars", stock.missing_bars as "missingBars",
      stock.pending_close_date as "pendingCloseDate"
    from user_stock link join stock on stock.id = link.stock_id ${onList(listId)}
    where link.user_id = ${userId}
    order by ${listId === undefined ? sql`` : sql`entry.position,`} link.added_at desc, stock.id desc
    limit ${limit ?? null} offset ${offset ?? 0}
  `.execute(em.getKysely());
  return rows.map(({ addedAt, isFavorite, notes, notifyOnSignals, ...stock }) => ({
    addedAt: new Date(addedAt),
    isFavorite,
    notes,
    notifyOnSignals,
    stock: {
      ...stock,
      dataSourceSince: toDate(stock.dataSourceSince),
      lastFetchedAt: toDate(stock.lastFetchedAt),
    },
  }));
}

const toDate = (text: string | null): Date | null => (text === null ? null : new Date(text));

/** A stock on a user's watch list, as far as rules and runs over lists depend on it. */
export interface WatchedStock
  extends Pick<
    Stock,
    | 'symbol'
    | 'barCount'
    | 'dataEndDate'
    | 'dataSource'
    | 'lastError'
    | 'refreshDueAt'
    | 'pendingCloseDate'
    | 'pendingCloseSince'
  > {
  readonly stockId: number;
  readonly isFavorite: boolean;
}

/**
 * A user's watch list, or the stocks of a list, newest first. Without entities: those of 500 stocks take 100 ms of the
 * event loop.
 */
export async function listWatched(
  em: EntityManager,
  userId: string,
  listId?: string,
): Promise<WatchedStock[]> {
  type Row = Omit<WatchedStock, 'refreshDueAt' | 'pendingCloseSince'> & {
    readonly refreshDueAt: string;
    readonly pendingCloseSince: string | null;
  };
  const { rows } = await sql<Row>`
    select stock.id as "stockId", stock.symbol, link.is_favorite as "isFavorite", stock.bar_count as "barCount",
      stock.data_end_date as "dataEndDate", stock.data_source as "dataSource", stock.last_error as "lastError",
      stock.refresh_due_at as "refreshDueAt", stock.pending_close_date as "pendingCloseDate",
      stock.pending_close_since as "pendingCloseSince"
    from user_stock link join stock on stock.id = link.stock_id ${onList(listId)}
    where link.user_id = ${userId}
    order by link.added_at desc, stock.id desc
  `.execute(em.getKysely());
  return rows.map((row) => ({
    ...row,
    refreshDueAt: new Date(row.refreshDueAt),
    pendingCloseSince: toDate(row.pendingCloseSince),
  }));
}

/** A stock on a user's watch list with its figures. */
type StockWithFigures = Pick<Stock, 'symbol' | 'lastClose'> & { readonly figures: StockFigures | null };

/** The figures of all stocks on the user's watch list, newest first. Without entities, as `listWatched`. */
export async function figuresOfUser(em: EntityManager, userId: string): Promise<StockWithFigures[]> {
  const { rows } = await sql<StockWithFigures>`
    select stock.symbol, stock.last_close as "lastClose", stock.figures
    from user_stock link join stock on stock.id = link.stock_id
    where link.user_id = ${userId} order by link.added_at desc, stock.id desc
  `.execute(em.getKysely());
  return rows;
}

/** The symbols and exchanges on the user's watch list, newest first. Without entities, as `listWatched`. */
export async function listTickers(
  em: EntityManager,
  userId: string,
): Promise<Pick<Stock, 'symbol' | 'exchange'>[]> {
  const { rows } = await sql<Pick<Stock, 'symbol' | 'exchange'>>`
    select stock.symbol, stock.exchange
    from user_stock link join stock on stock.id = link.stock_id
    where link.user_id = ${userId} order by link.added_at desc, stock.id desc
  `.execute(em.getKysely());
  return rows;
}

/** Counts over the user's whole watch list, or over one list. */
export async function statsOfUser(em: EntityManager, userId: string, listId?: string) {
  const { rows } = await sql<{ total: number; favorites: number; active: number }>`
    select count(*)::int as total, (count(*) filter (where link.is_favorite))::int as favorites,
      (count(*) filter (where stock.is_active))::int as active
    from user_stock link join stock on stock.id = link.stock_id ${onList(listId)}
    where link.user_id = ${userId}
  `.execute(em.getKysely());
  return rows[0] ?? { total: 0, favorites: 0, active: 0 };
}
