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
}

const trackedStocks = `
  select request.ordinality::int as ordinality, stock.id, stock.symbol, stock.currency, stock.timezone,
    stock.bar_count as "barCount", stock.last_close as "lastClose", stock.bars_revision as "barsRevision"
  from unnest((select $1::uuid[]), (select $2::text[])) with ordinality request (user_id, symbol, ordinality)
    join stock on stock.symbol = request.symbol
    join user_stock link on link.stock_id = stock.id and link.user_id = request.user_id`;

/**
 * `xmin` is the id of the transaction that wrote a row. One transaction can write the rows of several users, so the
 * revision includes the user. The rows are unordered: a different order only costs one needless read.
 */
const watchListRevisions = `
  select request.ordinality::int as ordinality, md5(concat(request.user_id, (
      select string_agg(int4send(stock.id) || xidsend(link.xmin) || xidsend(stock.xmin), '')
      from user_stock link join stock on stock.id = link.stock_id
      where link.user_id = request.user_id
    ))) as revision
  from unnest((select $1::uuid[])) with ordinality request (user_id, ordinality)`;

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
  return {
    findStock: (userId, symbol) => findStock({ userId, symbol }),
    async readRevision(userId) {
      const revision = await findRevision(userId);
      if (revision === null) throw new Error('The statement returned no row for a user');
      return revision;
    },
  };
}
