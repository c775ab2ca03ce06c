import { hash } from 'node:crypto';
import type { Database } from '../connection/database.ts';
import { batched } from '../connection/prepared/batched.ts';
import type { TokenScope, User } from '../entities/accounts.ts';
import {
  type TrackedStock,
  type TrackedStockRow,
  toTrackedStock,
  trackedStockColumns,
  watchListRevision,
} from '../repositories/watch-lists/watch-list-reads.ts';

/** What is stored of a token: reading the database does not reveal a usable token. */
export function digestToken(token: string): string {
  return hash('sha256', token);
}

export interface UserAttributes extends Pick<User, 'email' | 'username' | 'firstName' | 'lastName'> {
  /** Whether the operator has set the password. */
  readonly mustChangePassword: boolean;
  readonly hasSecondFactor: boolean;
}

/** What a valid bearer token stands for. */
export interface TokenAttributes {
  readonly kind: 'session' | 'personal-access-token';
  /** Id of the session or of the personal access token. */
  readonly id: string;
  readonly scope: TokenScope;
  readonly expiresAt: Date;
  /** Last recorded use of a personal access token; null if there is none. */
  readonly lastUsedAt: Date | null;
}

/** What a request needs of its user's watch list, read by the statement that validates the token. */
export interface WatchListRequest {
  /** The symbol of a stock; null for none. */
  readonly symbol: string | null;
  readonly needsRevision: boolean;
}

/** The part of a user's watch list that was read with the token: null if it was not requested or does not exist. */
export interface WatchListPart {
  readonly stock: TrackedStock | null;
  readonly revision: string | null;
}

interface ValidToken extends TokenAttributes {
  readonly user: UserAttributes & { readonly id: string };
  readonly watchList: WatchListPart;
}

/** Finds a bearer token by its digest; null if it is unknown, revoked or expired. */
export type FindValidToken = (digest: string, watchList?: WatchListRequest) => Promise<ValidToken | null>;

interface TokenRow
  extends UserAttributes,
    Omit<TokenAttributes, 'expiresAt' | 'lastUsedAt'>,
    TrackedStockRow {
  userId: string;
  expiresAt: string;
  lastUsedAt: string | null;
  revision: string | null;
}

const noRequest: WatchListRequest = { symbol: null, needsRevision: false };

const validTokens = `
  select request.ordinality::int as ordinality, token.kind, token.id, token.scope, token.user_id as "userId",
    token.expires_at as "expiresAt", token.last_used_at as "lastUsedAt",
    email, username, first_name as "firstName", last_name as "lastName",
    must_change_password_until is not null as "mustChangePassword", second_factor_at is not null as "hasSecondFactor",
    ${trackedStockColumns}, case when needs_revision then ${watchListRevision('token.user_id')} end as revision
  from unnest((select $2::text[]), (select $3::text[]), (select $4::boolean[]))
      with ordinality request (digest, symbol, needs_revision, ordinality)
    join (
      select digest, 'session' as kind, session_id as id, 'write' as scope, user_id, expires_at,
        null::timestamptz as last_used_at
      from access_token
      union all
      select digest, 'personal-access-token', id, scope, user_id, expires_at, last_used_at
      from personal_access_token
    ) token on token.digest = request.digest and token.expires_at > $1
    join user_account on user_account.id = token.user_id
    left join (user_stock link join stock on stock.id = link.stock_id)
      on link.user_id = token.user_id and stock.symbol = request.symbol`;

/** The only reader that decides whether a bearer token is valid, by the time of `clock`. */
export function createFindValidToken(database: Database, clock: () => Date): FindValidToken {
  const find = batched(database, {
    name: 'valid tokens',
    text: validTokens,
    valuesOf: (requests: readonly (WatchListRequest & { readonly digest: string })[]) => [
      clock(),
      requests.map(({ digest }) => digest),
      requests.map(({ symbol }) => symbol),
      requests.map(({ needsRevision }) => needsRevision),
    ],
    resultOf: ({ kind, id, scope, userId, expiresAt, lastUsedAt, revision, ...columns }: TokenRow) => ({
      kind,
      id,
      scope,
      expiresAt: new Date(expiresAt),
      lastUsedAt: lastUsedAt === null ? null : new Date(lastUsedAt),
      user: {
        id: userId,
        email: columns.email,
        username: columns.username,
        firstName: columns.firstName,
        lastName: columns.lastName,
        mustChangePassword: columns.mustChangePassword,
        hasSecondFactor: columns.hasSecondFactor,
      },
      watchList: { stock: toTrackedStock(columns), revision },
    }),
    isExpired: ({ expiresAt }) => expiresAt <= clock(),
  });
  return (digest, watchList = noRequest) => find({ ...watchList, digest });
}
