import DataLoader from 'dataloader';
import type { Database } from '../connection/database.ts';
import { queryPrepared } from '../connection/query-prepared.ts';

/** A token by its digest: tokens themselves are not stored. */
export interface TokenDigest {
  readonly kind: 'sign-in' | 'personal-access-token';
  readonly digest: string;
}

/** The version of a resource, and the user of the valid token that grants access to it. */
export interface Versioned {
  version: string;
  userId: string;
  /** Id of a personal access token; null for a sign-in's access token. */
  tokenId: string | null;
  /** Last recorded use of a personal access token; null if there is none. */
  lastUsedAt: string | null;
}

interface VersionedBars extends Versioned {
  stockId: number;
  /** IANA name of the exchange's time zone; null if unknown. */
  timezone: string | null;
}

/**
 * Reads the versions behind ETags and validates the token in the same statement, from committed data. Requests of one
 * event loop iteration are batched: the round trip to PostgreSQL is most of the cost of a request that needs no new
 * response.
 */
export interface EtagLoader {
  /** The version of a stock's bars, equal for all users; null if the token is invalid or its user does not track it. */
  barsEtag(token: TokenDigest, symbol: string): Promise<VersionedBars | null>;
  /** The version of the user's watch list, different for every user; null if the token is invalid. */
  watchListEtag(token: TokenDigest): Promise<Versioned | null>;
}

/** Requests per statement. */
const maxBatchSize = 100;

/** How `request` joins its token, and the columns to select; `$1` is the current time. */
const principals: Readonly<Record<TokenDigest['kind'], { columns: string; join: string }>> = {
  'sign-in': {
    columns:
      'request.ordinality::int as ordinality, token.user_id as "userId", null as "tokenId", null as "lastUsedAt"',
    join: 'session token on token.digest = request.digest and token.expires_at > $1',
  },
  'personal-access-token': {
    columns: `request.ordinality::int as ordinality, token.user_id as "userId", token.id as "tokenId",
      token.last_used_at as "lastUsedAt"`,
    join: 'personal_access_token token on token.digest = request.digest and token.expires_at > $1',
  },
};

// The arrays are subqueries to hide their lengths from the planner, which would otherwise replan for each length.

function statementForBars(kind: TokenDigest['kind']): string {
  const { columns, join } = principals[kind];
  return `
    select ${columns}, stock.id as "stockId", stock.timezone,
      row(stock.id, stock.symbol, currency, bars_revision, bar_count, last_close)::text as version
    from unnest((select $2::text[]), (select $3::text[])) with ordinality request (digest, symbol, ordinality)
      join ${join}
      join user_stock on user_stock.user_id = token.user_id
      join stock on stock.id = user_stock.stock_id and stock.symbol = request.symbol`;
}

/**
 * `xmin` is the id of the transaction that wrote a row. One transaction can write the rows of several users, so the
 * version includes the user. The rows are unordered: a different order only costs one needless read.
 */
function statementForWatchList(kind: TokenDigest['kind']): string {
  const { columns, join } = principals[kind];
  return `
    select ${columns}, md5(concat(token.user_id, (
      select concat(array_agg(stock.id), array_agg(link.xmin), array_agg(stock.xmin))
      from user_stock link join stock on stock.id = link.stock_id
      where link.user_id = token.user_id
    ))) as version
    from unnest((select $2::text[])) with ordinality request (digest, ordinality)
      join ${join}`;
}

export function createEtagLoader(database: Database, clock: () => Date): EtagLoader {
  /** Batches only; never caches. Each request needs the committed state. */
  function batched<Request, Found>(
    name: string,
    statement: string,
    columnsOf: (requests: readonly Request[]) => readonly (readonly string[])[],
  ): (request: Request) => Promise<Found | null> {
    async function read(requests: readonly Request[]): Promise<(Found | null)[]> {
      const found = new Array<Found | null>(requests.length).fill(null);
      const values = [clock(), ...columnsOf(requests)];
      const rows = await queryPrepared<Found & { ordinality: number }>(database, name, statement, values);
      for (const row of rows) found[row.ordinality - 1] = row;
      return found;
    }
    const loader = new DataLoader(read, {
      cache: false,
      batchScheduleFn: setImmediate,
      maxBatchSize,
    });
    return (request) => loader.load(request);
  }

  function readersFor(kind: TokenDigest['kind']) {
    return {
      bars: batched<{ digest: string; symbol: string }, VersionedBars>(
        `version of bars by ${kind}`,
        statementForBars(kind),
        (requests) => [requests.map(({ digest }) => digest), requests.map(({ symbol }) => symbol)],
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
