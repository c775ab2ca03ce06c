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

/** Two users, each with a session named after them, track the stock ONE; the owner also has an expired session. */
async function start() {
  const { database } = await useTestDatabase();
  const ids = { owner: randomUUID(), other: randomUUID() };
  const soon = new Date(now.getTime() + anHour);
  const em = database.fork();
  const { id: stock } = await stockRepository.upsertFacts(em, stockFacts('ONE'), now);
  await stockRepository.upsertFacts(em, stockFacts('TWO'), now);
  // One transaction writes the rows of both users, as a restore does.
  await em.transactional(async (tx) => {
    for (const [name, id] of Object.entries(ids)) {
      await tx.insert(User, userRow(id, name, now));
      await tx.insert(SignIn, { id, user: id, refreshDigest: name, expiresAt: soon, createdAt: now });
      await tx.insert(Session, { digest: name, user: id, signIn: id, expiresAt: soon });
      await userStockRepository.link(tx, id, stock, now);
    }
    await tx.insert(Session, { digest: 'expired', user: ids.owner, signIn: ids.owner, expiresAt: now });
  });
  return { database, pool: await database.pool(), ids, loader: createEtagLoader(database, () => now) };
}

/** The number of statements that `work` executes. */
async function countStatements(database: Database, work: () => Promise<unknown>): Promise<number> {
  const pool = await database.pool();
  let statements = 0;
  const count = () => {
    statements += 1;
  };
  pool.on('acquire', count);
  await work();
  pool.off('acquire', count);
  return statements;
}

const barsVersion = async (loader: EtagLoader, token: TokenDigest, symbol: string) =>
  (await loader.barsEtag(token, symbol))?.version;

describe('createEtagLoader', () => {
  it('returns a version only for a valid token whose user tracks the stock', async () => {
    const { pool, ids, loader } = await start();
    expect(await loader.barsEtag(signIn('owner'), 'ONE')).toMatchObject({
      userId: ids.owner,
      tokenId: null,
    });
    for (const [digest, symbol] of [
      ['owner', 'TWO'],
      ['owner', 'NONE'],
      ['expired', 'ONE'],
      ['unknown', 'ONE'],
    ] as const) {
      expect([digest, symbol, await loader.barsEtag(signIn(digest), symbol)]).toEqual([digest, symbol, null]);
    }
    for (const digest of ['expired', 'unknown']) {
      expect([digest, await loader.watchListEtag(signIn(digest))]).toEqual([digest, null]);
    }
    await pool.query("delete from sign_in where refresh_digest = 'owner'");
    expect(await loader.watchListEtag(signIn('owner'))).toBeNull();
  });

  it('accepts personal access tokens, separately from sign-ins', async () => {
    const { database, ids, loader } = await start();
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
      loader.barsEtag(script('owner-script'), 'ONE'),
      loader.watchListEtag(script('owner-script')),
    ]);
    for (const found of [bars, list]) {
      expect(found).toMatchObject({ userId: ids.owner, tokenId });
      expect(new Date(found?.lastUsedAt ?? '')).toEqual(lastUsedAt);
    }
    expect(bars?.version).toBe(await barsVersion(loader, signIn('owner'), 'ONE'));
    expect(await loader.watchListEtag(signIn('owner-script'))).toBeNull();
    expect(await loader.watchListEtag(script('owner'))).toBeNull();
  });

  it('returns different watch list versions per user, even if one transaction wrote all rows', async () => {
    const { loader } = await start();
    const [owner, other] = await Promise.all(
      ['owner', 'other'].map((each) => loader.watchListEtag(signIn(each))),
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
  ])('changes the versions that depend on the row: %s', async (statement, changed) => {
    const { pool, ids, loader } = await start();
    const read = async () => ({
      bars: await barsVersion(loader, signIn('owner'), 'ONE'),
      list: (await loader.watchListEtag(signIn('owner')))?.version,
    });
    const before = await read();
    await pool.query(statement, [ids.owner]);
    const after = await read();
    expect((['bars', 'list'] as const).filter((each) => before[each] !== after[each])).toEqual(changed);
  });

  it('batches simultaneous requests and returns the result of each', async () => {
    const { database, ids, loader } = await start();
    const names = Array.from(
      { length: 60 },
      (_, index) => ['owner', 'other', 'expired', 'unknown'][index % 4] ?? '',
    );
    const requests = [...names, ...names].map((name) => async () => {
      const [bars, list] = await Promise.all([
        loader.barsEtag(signIn(name), 'ONE'),
        loader.watchListEtag(signIn(name)),
      ]);
      return [bars?.userId, list?.userId];
    });
    const found: unknown[] = [];
    const statements = await countStatements(database, async () => {
      found.push(...(await Promise.all(requests.map((request) => request()))));
    });
    const expected = [...names, ...names].map((name) => {
      const id = name === 'owner' || name === 'other' ? ids[name] : undefined;
      return [id, id];
    });
    expect(found).toEqual(expected);
    // 120 requests of each kind, 100 per statement.
    expect(statements).toBe(4);
  });

  it('caches nothing, and rejects all requests of a failing batch', async () => {
    const { database, pool, loader } = await start();
    const first = await barsVersion(loader, signIn('owner'), 'ONE');
    const statements = await countStatements(database, async () => {
      expect(await barsVersion(loader, signIn('owner'), 'ONE')).toBe(first);
      expect(await barsVersion(loader, signIn('owner'), 'ONE')).toBe(first);
    });
    expect(statements).toBe(2);
    await pool.query('alter table session rename to elsewhere');
    const outcomes = await Promise.allSettled(
      ['owner', 'other'].map((name) => loader.barsEtag(signIn(name), 'ONE')),
    );
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await pool.query('alter table elsewhere rename to session');
    expect(await barsVersion(loader, signIn('owner'), 'ONE')).toBe(first);
  });
});
