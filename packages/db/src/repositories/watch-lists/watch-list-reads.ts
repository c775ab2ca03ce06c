import type { Database } from '../../connection/database.ts';
import { batched } from '../../connection/prepared.ts';
import type { Stock } from '../../entities/stocks.ts';

/**
 * A stock on a user's watch list, as far as responses with its bars and indicators depend on it. All of it belongs to
 * their cache keys: `lastClose` because a restored database repeats revisions.
 */
export type TrackedStock = Pick<
  Stock,
  'id' | 'symbol' | 'currency' | 'timezone' | 'barCount' | 'lastClose' | 'barsRevision'
>;

/** Reads that begin most requests, batched and prepared. */
export interface WatchListReads {
  /** The stock with this symbol; null if the user does not track it. */
  findStock(userId: string, symbol: string): Promise<TrackedStock | null>;
  /** A text that changes with every row from which the user's watch list is made. Different for every user. */
  readonly readRevision: (userId: string) => Promise<string>;
  /** Like `readRevision`, for one list, also with the list itself; null if it is not the user's. */
  findListRevision(userId: string, listId: string): Promise<string | null>;
}

const trackedStocks = `
  select request.ordinality::int as ordinality, stock.id, stock.symbol, stock.currency, stock.timezone,
    stock.bar_count as "barCount", stock.last_close as "lastClose", stock.bars_revision as "barsRevision"
  from unnest((select $1::uuid[]), (select $2::text[])) with ordinality request (user_id, symbol, ordinality)
    join stock on stock.symbol = request.symbol and (stock.owner_id is null or stock.owner_id = request.user_id)
    join user_stock link on link.stock_id = stock.id and link.user_id = request.user_id`;

/**
 * `xmin` is the id of the transaction that wrote a row. The rows are unordered: a different order only costs one
 * needless read.
 */
const linksOfUser = `(
    select string_agg(int4send(stock.id) || xidsend(link.xmin) || xidsend(stock.xmin), '')
    from user_stock link join stock on stock.id = link.stock_id
    where link.user_id = request.user_id
  )`;

/** One transaction can write the rows of several users, so the revision includes the user. */
const watchListRevisions = `
  select request.ordinality::int as ordinality, md5(concat(request.user_id, ${linksOfUser})) as revision
  from unnest((select $1::uuid[])) with ordinality request (user_id, ordinality)`;

/**
 * Without the entries: a change of them writes the row of their list, too, and those of a stock that is no longer
 * tracked go with its link.
 */
const listRevisions = `
  select request.ordinality::int as ordinality, md5(concat(list.id, list.xmin, ${linksOfUser})) as revision
  from unnest((select $1::uuid[]), (select $2::uuid[])) with ordinality request (user_id, list_id, ordinality)
    join stock_list list on list.id = request.list_id and list.user_id = request.user_id`;

export function createWatchListReads(database: Database): WatchListReads {
  const findStock = batched(database, {
    name: 'tracked stocks',
    text: trackedStocks,
    valuesOf: (requests: readonly { userId: string; symbol: string }[]) => [
      requests.map(({ userId }) => userId),
      requests.map(({ symbol }) => symbol),
    ],
    resultOf: ({ id, symbol, currency, timezone, barCount, lastClose, barsRevision }: TrackedStock) => ({
      id,
      symbol,
      currency,
      timezone,
      barCount,
      lastClose,
      barsRevision,
    }),
  });
  const findRevision = batched(database, {
    name: 'watch list revisions',
    text: watchListRevisions,
    valuesOf: (userIds: readonly string[]) => [userIds],
    resultOf: ({ revision }: { revision: string }) => revision,
  });
  const findListRevision = batched(database, {
    name: 'list revisions',
    text: listRevisions,
    valuesOf: (requests: readonly { userId: string; listId: string }[]) => [
      requests.map(({ userId }) => userId),
      requests.map(({ listId }) => listId),
    ],
    resultOf: ({ revision }: { revision: string }) => revision,
  });
  return {
    findListRevision: (userId, listId) => findListRevision({ userId, listId }),
    findStock: (userId, symbol) => findStock({ userId, symbol }),
    async readRevision(userId) {
      const revision = await findRevision(userId);
      if (revision === null) throw new Error('The statement returned no row for a user');
      return revision;
    },
  };
}
