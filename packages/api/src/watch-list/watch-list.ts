import {
  deliverySignalRepository,
  type ListedLink,
  type ListedStock,
  taskRepository,
  userRepository,
  userStockRepository,
  watchListRepository,
} from '@stockbook/db';
import type { z } from 'zod';
import type { UserContext } from '../context.ts';
import { notFound } from '../errors.ts';
import { isUuid } from '../primitives.ts';
import { assertNoteQuota } from './assert-quotas.ts';
import { findLink } from './find-tracked-stock.ts';
import type {
  Stock,
  stockInput,
  updateStockInput,
  WatchList,
  WatchListFigures,
  WatchListItem,
  watchListInput,
} from './schemas.ts';

type WatchListInput = z.output<typeof watchListInput>;

/** The caller's watch list as it is in the database now, newest first; a list of theirs in its order. */
export async function readWatchList(
  { em, user }: UserContext,
  { list_id: listId, ...page }: WatchListInput,
): Promise<WatchList> {
  const [links, stats] = await Promise.all([
    watchListRepository.listOfUser(em, user.id, { ...page, listId }),
    watchListRepository.statsOfUser(em, user.id, listId),
  ]);
  return { stocks: links.map(presentItem), total: stats.total, stats };
}

/**
 * Lists the caller's watch list, newest first, or a list of theirs in its order. `total` and `stats` cover all entries,
 * not only the page.
 * @throws AppError NOT_FOUND if the list is unknown
 */
export async function listStocks(ctx: UserContext, input: WatchListInput) {
  const revision = await readRevision(ctx, input.list_id);
  return ctx.cached([revision, input], () => readWatchList(ctx, input));
}

async function readRevision({ user, services: { watchLists } }: UserContext, listId: string | undefined) {
  if (listId === undefined) return watchLists.readRevision(user.id);
  const revision = isUuid(listId) ? await watchLists.findListRevision(user.id, listId) : null;
  if (revision === null) throw notFound('List');
  return revision;
}

/**
 * Returns one entry of the caller's watch list.
 * @throws AppError NOT_FOUND
 */
export async function getStock(
  ctx: UserContext,
  { symbol }: z.output<typeof stockInput>,
): Promise<WatchListItem> {
  const link = await findLink(ctx, symbol);
  return presentItem(link);
}

function percentChange(from: number | null | undefined, to: number | null): number | null {
  return from && to !== null ? ((to - from) / from) * 100 : null;
}

/** Lists the figures of the stocks on the caller's watch list, newest first. */
export async function listFigures(ctx: UserContext) {
  const revision = await ctx.services.watchLists.readRevision(ctx.user.id);
  return ctx.cached([revision], async (): Promise<WatchListFigures> => {
    const stocks = await watchListRepository.figuresOfUser(ctx.em, ctx.user.id);
    return {
      stocks: stocks.map(({ symbol, lastClose, figures }) => ({
        symbol,
        volume: figures?.volume ?? null,
        low_52_weeks: figures?.low ?? null,
        high_52_weeks: figures?.high ?? null,
        change_1_week: percentChange(figures?.weekClose, lastClose),
        change_1_month: percentChange(figures?.monthClose, lastClose),
        change_year_to_date: percentChange(figures?.yearClose, lastClose),
      })),
    };
  });
}

/**
 * Changes the given preferences of the caller for a stock.
 * @throws AppError NOT_FOUND if the caller does not track the stock, CONFLICT if the notes exceed the quota
 */
export async function updateStock(
  ctx: UserContext,
  { symbol, is_favorite, notes, notify_on_signals }: z.output<typeof updateStockInput>,
): Promise<WatchListItem> {
  const link = await findLink(ctx, symbol);
  const changes = {
    ...(is_favorite === undefined ? {} : { isFavorite: is_favorite }),
    ...(notes === undefined ? {} : { notes }),
    ...(notify_on_signals === undefined ? {} : { notifyOnSignals: notify_on_signals }),
  };
  const isTracked = await ctx.em.transactional(async (tx) => {
    if (notes) await assertNoteQuota(tx, ctx, link.stock.id, notes);
    if (notify_on_signals === false) {
      await deliverySignalRepository.drop(tx, ctx.user.id, link.stock.id);
    }
    return userStockRepository.change(tx, ctx.user.id, link.stock.id, changes);
  });
  if (!isTracked) throw notFound('Stock');
  return presentItem(Object.assign(link, changes));
}

/**
 * Stops tracking a stock: deletes the caller's link, notes, drawings and indicators; the shared price history stays.
 * Also cancels active tasks that add the stock: they would link it again, and a later add would get their id.
 * @throws AppError NOT_FOUND if the caller does not track the stock
 */
export async function removeStock(ctx: UserContext, { symbol }: z.output<typeof stockInput>) {
  const { em, user } = ctx;
  const { clock } = ctx.services;
  const { stock } = await findLink(ctx, symbol);
  const message = `${stock.symbol} was removed from your watch list`;
  const addTasks = {
    userId: user.id,
    kind: 'add-stock',
    subjects: [stock.symbol, ...(stock.isin === null ? [] : [stock.isin])],
  };
  await em.transactional(async (tx) => {
    await userRepository.lockForUpdate(tx, user.id);
    await taskRepository.cancelActive(tx, addTasks, message, clock());
    await deliverySignalRepository.drop(tx, user.id, stock.id);
    await userStockRepository.unlink(tx, user.id, stock.id);
  });
  return { message };
}

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
    ...(stock.quotedIn === 'percent' && { quoted_in: stock.quotedIn }),
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
function presentItem(link: ListedLink): WatchListItem {
  return {
    stock: presentStock(link.stock),
    added_at: link.addedAt.toISOString(),
    is_favorite: link.isFavorite,
    notes: link.notes,
    notify_on_signals: link.notifyOnSignals,
  };
}
