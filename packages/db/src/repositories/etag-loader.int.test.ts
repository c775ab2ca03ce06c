import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Database } from '../connection/database.ts';
import { PersonalAccessToken } from '../entities/personal-access-token.entity.ts';
import { Session } from '../entities/session.entity.ts';
import { SignIn } from '../entities/sign-in.entity.ts';
import { User } from '../entities/user.entity.ts';
import { useTestDatabase } from '../testing/index.ts';
import { stockFacts, userRow } from '../testing/test-rows.ts';
import { createEtagLoader, type EtagLoader, type TokenDigest } from './etag-loader.ts';
import * as stockRepository from './stock.repository.ts';
import * as userStockRepository from './user-stock.repository.ts';

const now = new Date('2024-06-01T12:00:00Z');
const anHour = 3_600_000;
const signIn = (digest: string): TokenDigest => ({ kind: 'sign-in', digest });
const script = (digest: string): TokenDigest => ({ kind: 'personal-access-token', digest });

/** Two users, each with a sign-in of their name, track the stock ONE, and nobody TWO; the owner has a late one. */
async function start() {
  const { database } = await useTestDatabase();
  const ids = { owner: randomUUID(), other: randomUUID() };
  const soon = new Date(now.getTime() + anHour);
  const em = database.fork();
  const { id: stock } = await stockRepository.upsertFacts(em, stockFacts('ONE'), now);
  await stockRepository.upsertFacts(em, stockFacts('TWO'), now);
  // One transaction writes the rows of both, as a restored backup does.
  await em.transactional(async (tx) => {
    for (const [name, id] of Object.entries(ids)) {
      await tx.insert(User, userRow(id, name, now));
      await tx.insert(SignIn, { id, user: id, refreshDigest: name, expiresAt: soon, createdAt: now });
      await tx.insert(Session, { digest: name, user: id, signIn: id, expiresAt: soon });
      await userStockRepository.link(tx, id, stock, now);
    }
    await tx.insert(Session, { digest: 'late', user: ids.owner, signIn: ids.owner, expiresAt: now });
  });
  return { database, pool: await database.pool(), ids, versions: createEtagLoader(database, () => now) };
}

/** How many statements PostgreSQL was sent meanwhile. */
async function statementsOf(database: Database, work: () => Promise<unknown>): Promise<number> {
  const pool = await database.pool();
  let taken = 0;
  const count = () => {
    taken += 1;
  };
  pool.on('acquire', count);
  await work();
  pool.off('acquire', count);
  return taken;
}

const barsOf = async (versions: EtagLoader, bearer: TokenDigest, symbol: string) =>
  (await versions.barsEtag(bearer, symbol))?.version;

describe('versions of answers', () => {
  it('are told to whom a good token belongs, and to nobody else', async () => {
    const { pool, ids, versions } = await start();
    expect(await versions.barsEtag(signIn('owner'), 'ONE')).toMatchObject({
      userId: ids.owner,
      tokenId: null,
    });
    for (const [digest, symbol] of [
      ['owner', 'TWO'],
      ['owner', 'NONE'],
      ['late', 'ONE'],
      ['unknown', 'ONE'],
    ] as const) {
      expect([digest, symbol, await versions.barsEtag(signIn(digest), symbol)]).toEqual([
        digest,
        symbol,
        null,
      ]);
    }
    for (const digest of ['late', 'unknown']) {
      expect([digest, await versions.watchListEtag(signIn(digest))]).toEqual([digest, null]);
    }
    await pool.query("delete from sign_in where refresh_digest = 'owner'");
    expect(await versions.watchListEtag(signIn('owner'))).toBeNull();
  });

  it('are told to personal access tokens, apart from sign-ins', async () => {
    const { database, ids, versions } = await start();
    const tokenId = randomUUID();
    const lastUsedAt = new Date('2024-05-01T00:00:00Z');
    await database.fork().insert(PersonalAccessToken, {
      id: tokenId,
      user: ids.owner,
      name: 'script',
      digest: 'owner-script',
      expiresAt: new Date(now.getTime() + anHour),
      createdAt: now,
      lastUsedAt,
    });
    const [bars, list] = await Promise.all([
      versions.barsEtag(script('owner-script'), 'ONE'),
      versions.watchListEtag(script('owner-script')),
    ]);
    for (const found of [bars, list]) {
      expect(found).toMatchObject({ userId: ids.owner, tokenId });
      expect(new Date(found?.lastUsedAt ?? '')).toEqual(lastUsedAt);
    }
    expect(bars?.version).toBe(await barsOf(versions, signIn('owner'), 'ONE'));
    expect(await versions.watchListEtag(signIn('owner-script'))).toBeNull();
    expect(await versions.watchListEtag(script('owner'))).toBeNull();
  });

  it('of lists differ between users, also where one transaction wrote all', async () => {
    const { versions } = await start();
    const [owner, other] = await Promise.all(
      ['owner', 'other'].map((each) => versions.watchListEtag(signIn(each))),
    );
    expect(owner?.version).not.toBe(other?.version);
  });

  it.each([
    ["update user_stock set notes = 'x' where user_id = $1", ['list']],
    ['delete from user_stock where user_id = $1', ['bars', 'list']],
    ['update stock set bars_revision = bars_revision + 1 where $1::uuid is not null', ['bars', 'list']],
    ["update stock set last_error = 'x' where $1::uuid is not null", ['list']],
    ["update stock set pending_close_date = '2024-05-31' where $1::uuid is not null", ['list']],
    ["update user_account set first_name = 'x' where id = $1", []],
  ])('change with what they tell of: %s', async (statement, changed) => {
    const { pool, ids, versions } = await start();
    const read = async () => ({
      bars: await barsOf(versions, signIn('owner'), 'ONE'),
      list: (await versions.watchListEtag(signIn('owner')))?.version,
    });
    const before = await read();
    await pool.query(statement, [ids.owner]);
    const after = await read();
    expect((['bars', 'list'] as const).filter((each) => before[each] !== after[each])).toEqual(changed);
  });

  it('are read together, each for who asked', async () => {
    const { database, ids, versions } = await start();
    const names = Array.from(
      { length: 60 },
      (_, index) => ['owner', 'other', 'late', 'unknown'][index % 4] ?? '',
    );
    const asked = [...names, ...names].map((name) => async () => {
      const [bars, list] = await Promise.all([
        versions.barsEtag(signIn(name), 'ONE'),
        versions.watchListEtag(signIn(name)),
      ]);
      return [bars?.userId, list?.userId];
    });
    const found: unknown[] = [];
    const statements = await statementsOf(database, async () => {
      found.push(...(await Promise.all(asked.map((ask) => ask()))));
    });
    const expected = [...names, ...names].map((name) => {
      const id = name === 'owner' || name === 'other' ? ids[name] : undefined;
      return [id, id];
    });
    expect(found).toEqual(expected);
    // 120 of each kind, a hundred a statement.
    expect(statements).toBe(4);
  });

  it('are read anew for who asks later, and fail for all who asked together', async () => {
    const { database, pool, versions } = await start();
    const first = await barsOf(versions, signIn('owner'), 'ONE');
    const statements = await statementsOf(database, async () => {
      expect(await barsOf(versions, signIn('owner'), 'ONE')).toBe(first);
      expect(await barsOf(versions, signIn('owner'), 'ONE')).toBe(first);
    });
    expect(statements).toBe(2);
    await pool.query('alter table session rename to elsewhere');
    const asked = await Promise.allSettled(
      ['owner', 'other'].map((name) => versions.barsEtag(signIn(name), 'ONE')),
    );
    expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await pool.query('alter table elsewhere rename to session');
    expect(await barsOf(versions, signIn('owner'), 'ONE')).toBe(first);
  });
});
