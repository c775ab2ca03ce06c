import { hash } from 'node:crypto';
import type { Database } from '../connection/database.ts';
import { batched } from '../connection/prepared/batched.ts';
import type { TokenScope, User } from '../entities/accounts.ts';

/** The stored form of a token: reading the database does not reveal a usable token. */
export function digestToken(token: string): string {
  return hash('sha256', token);
}

export interface UserAttributes extends Pick<User, 'email' | 'username' | 'firstName' | 'lastName'> {
  /** Whether the operator has set the password. */
  readonly mustChangePassword: boolean;
  readonly hasSecondFactor: boolean;
}

/** The credential behind a valid bearer token. */
export interface TokenAttributes {
  readonly kind: 'session' | 'personal-access-token';
  /** Id of the session or of the personal access token. */
  readonly id: string;
  readonly scope: TokenScope;
  readonly expiresAt: Date;
  /** Last recorded use of a personal access token; null if there is none. */
  readonly lastUsedAt: Date | null;
}

interface ValidToken extends TokenAttributes {
  readonly user: UserAttributes & { readonly id: string };
}

/** Finds a bearer token by its digest; null if it is unknown, revoked or expired. */
export type FindValidToken = (digest: string) => Promise<ValidToken | null>;

interface TokenRow extends UserAttributes, Omit<TokenAttributes, 'expiresAt' | 'lastUsedAt'> {
  userId: string;
  expiresAt: string;
  lastUsedAt: string | null;
}

const validTokens = `
  select request.ordinality::int as ordinality, token.kind, token.id, token.scope, token.user_id as "userId",
    token.expires_at as "expiresAt", token.last_used_at as "lastUsedAt",
    email, username, first_name as "firstName", last_name as "lastName",
    must_change_password_until is not null as "mustChangePassword", second_factor_at is not null as "hasSecondFactor"
  from unnest((select $2::text[])) with ordinality request (digest, ordinality)
    join (
      select digest, 'session' as kind, session_id as id, 'write' as scope, user_id, expires_at,
        null::timestamptz as last_used_at
      from access_token
      union all
      select digest, 'personal-access-token', id, scope, user_id, expires_at, last_used_at
      from personal_access_token
    ) token on token.digest = request.digest and token.expires_at > $1
    join user_account on user_account.id = token.user_id`;

/** The only reader that decides whether a bearer token is valid, by the time of `clock`. */
export function createFindValidToken(database: Database, clock: () => Date): FindValidToken {
  return batched(database, {
    name: 'valid tokens',
    text: validTokens,
    valuesOf: (digests: readonly string[]) => [clock(), digests],
    resultOf: ({ kind, id, scope, userId, expiresAt, lastUsedAt, ...columns }: TokenRow) => ({
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
    }),
  });
}
