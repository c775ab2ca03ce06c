import DataLoader from 'dataloader';
import type { Database } from '../connection/database.ts';
import { queryPrepared } from '../connection/query-prepared.ts';

/** A token as it is kept: never itself. */
export interface TokenDigest {
  readonly kind: 'sign-in' | 'personal-access-token';
  readonly digest: string;
}

/** The version of something, and who has proven with a token that is good that they may see it. */
export interface Versioned {
  version: string;
  userId: string;
  /** Of a personal access token; null for the access token of a sign-in. */
  tokenId: string | null;
  /** When a personal access token was last noted as used; null where it never was. */
  lastUsedAt: string | null;
}

export interface VersionedBars extends Versioned {
  stockId: number;
  /** IANA name of the exchange's time zone, where it is known. */
  timezone: string | null;
}

/**
 * Reads versions of answers, and in the same statement whether the token is good: of what is committed, for each who
 * asks. What is asked for at one turn of the event loop is read together: to ask PostgreSQL is most of what a request
 * costs whose answer is known.
 */
export interface EtagLoader {
  /** Of a stock's bars, where the token's user tracks the stock; otherwise null. The same for all who do. */
  barsEtag(bearer: TokenDigest, symbol: string): Promise<VersionedBars | null>;
  /** Of the watch list of the token's user, like no other user's; null where the token is not good. */
  watchListEtag(bearer: TokenDigest): Promise<Versioned | null>;
}

/** Longer queues of questions are asked in pieces. */
const maxBatchSize = 100;

/** How `asked`, each with its place in the queue, finds its token, and what is told of it; `$1` is the moment. */
const principals: Readonly<Record<TokenDigest['kind'], { columns: string; join: string }>> = {
  'sign-in': {
    columns: 'asked.place::int as place, bearer.user_id as "userId", null as "tokenId", null as "lastUsedAt"',
    join: 'session bearer on bearer.digest = asked.digest and bearer.expires_at > $1',
  },
  'personal-access-token': {
    columns: `asked.place::int as place, bearer.user_id as "userId", bearer.id as "tokenId",
      bearer.last_used_at as "lastUsedAt"`,
    join: 'personal_access_token bearer on bearer.digest = asked.digest and bearer.expires_at > $1',
  },
};

// What is asked stands in subqueries, so that the planner cannot count it: it would plan anew for each count.

function statementForBars(kind: TokenDigest['kind']): string {
  const { columns, join } = principals[kind];
  return `
    select ${columns}, stock.id as "stockId", stock.timezone,
      row(stock.id, stock.symbol, currency, bars_revision, bar_count, last_close)::text as version
    from unnest((select $2::text[]), (select $3::text[])) with ordinality asked (digest, symbol, place)
      join ${join}
      join user_stock on user_stock.user_id = bearer.user_id
      join stock on stock.id = user_stock.stock_id and stock.symbol = asked.symbol`;
}

/**
 * `xmin` names the transaction that wrote a row, which may have written many: hence the user. The rows come in whatever
 * order: in another one the list is at worst read once more.
 */
function statementForWatchList(kind: TokenDigest['kind']): string {
  const { columns, join } = principals[kind];
  return `
    select ${columns}, md5(concat(bearer.user_id, (
      select concat(array_agg(stock.id), array_agg(link.xmin), array_agg(stock.xmin))
      from user_stock link join stock on stock.id = link.stock_id
      where link.user_id = bearer.user_id
    ))) as version
    from unnest((select $2::text[])) with ordinality asked (digest, place)
      join ${join}`;
}

export function createEtagLoader(database: Database, clock: () => Date): EtagLoader {
  /** Nothing that was read is remembered: who asks next wants to know it anew. */
  function batched<Asked, Found>(
    name: string,
    statement: string,
    columnsOf: (asked: readonly Asked[]) => readonly (readonly string[])[],
  ): (asked: Asked) => Promise<Found | null> {
    async function read(asked: readonly Asked[]): Promise<(Found | null)[]> {
      const found = new Array<Found | null>(asked.length).fill(null);
      const values = [clock(), ...columnsOf(asked)];
      const rows = await queryPrepared<Found & { place: number }>(database, name, statement, values);
      for (const row of rows) found[row.place - 1] = row;
      return found;
    }
    const loader = new DataLoader(read, {
      cache: false,
      batchScheduleFn: setImmediate,
      maxBatchSize,
    });
    return (asked) => loader.load(asked);
  }

  function readersFor(kind: TokenDigest['kind']) {
    return {
      bars: batched<{ digest: string; symbol: string }, VersionedBars>(
        `version of bars by ${kind}`,
        statementForBars(kind),
        (asked) => [asked.map(({ digest }) => digest), asked.map(({ symbol }) => symbol)],
      ),
      watchList: batched<string, Versioned>(
        `version of watch list by ${kind}`,
        statementForWatchList(kind),
        (digests) => [digests],
      ),
    };
  }

  const readers = {
    'sign-in': readersFor('sign-in'),
    'personal-access-token': readersFor('personal-access-token'),
  };
  return {
    barsEtag: ({ kind, digest }, symbol) => readers[kind].bars({ digest, symbol }),
    watchListEtag: ({ kind, digest }) => readers[kind].watchList(digest),
  };
}
