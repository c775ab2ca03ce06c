import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { AccessToken, PersonalAccessToken, RefreshToken, Session, User } from '../entities/accounts.ts';
import { lockByRefreshDigest } from '../repositories/accounts/session.repository.ts';
import { useTestDatabase } from '../testing/index.ts';
import { userRow } from '../testing/test-rows.ts';
import { createFindValidToken } from './tokens.ts';

const anHour = 3_600_000;

/** A user with a session and its access token, both valid for an hour by a clock that the test moves. */
async function start() {
  const { database } = await useTestDatabase();
  const now = new Date('2024-06-01T12:00:00Z');
  const userId = randomUUID();
  const sessionId = randomUUID();
  const expiresAt = new Date(now.getTime() + anHour);
  const em = database.fork();
  await em.insert(User, userRow(userId, 'owner', now));
  await em.insert(Session, {
    id: sessionId,
    user: userId,
    expiresAt,
    createdAt: now,
    lastUsedAt: now,
  });
  await em.insert(AccessToken, { digest: 'access', user: userId, session: sessionId, expiresAt });
  const findValidToken = createFindValidToken(database, () => now);
  return { database, em, pool: await database.pool(), now, userId, sessionId, expiresAt, findValidToken };
}

it('finds an access token with its user until its expiry by the given clock', async () => {
  const { now, userId, sessionId, expiresAt, findValidToken } = await start();
  expect(await findValidToken('access')).toEqual({
    kind: 'session',
    id: sessionId,
    scope: 'write',
    expiresAt,
    lastUsedAt: null,
    user: {
      id: userId,
      email: 'owner',
      username: 'owner',
      firstName: null,
      lastName: null,
      mustChangePassword: false,
      hasSecondFactor: false,
    },
  });
  expect(await findValidToken('unknown')).toBeNull();
  now.setTime(expiresAt.getTime() - 1);
  expect(await findValidToken('access')).not.toBeNull();
  now.setTime(expiresAt.getTime());
  expect(await findValidToken('access')).toBeNull();
});

it('finds no access token of a revoked session', async () => {
  const { pool, findValidToken } = await start();
  await pool.query('delete from session');
  expect(await findValidToken('access')).toBeNull();
});

it('finds a personal access token until it expires or is revoked', async () => {
  const { em, pool, now, userId, expiresAt, findValidToken } = await start();
  const id = randomUUID();
  const lastUsedAt = new Date('2024-05-01T00:00:00Z');
  const token = {
    id,
    name: 'script',
    scope: 'read',
    digest: 'script',
    expiresAt,
    createdAt: now,
    lastUsedAt,
  } as const;
  await em.insert(PersonalAccessToken, { ...token, user: userId });
  expect(await findValidToken('script')).toMatchObject({
    kind: 'personal-access-token',
    id,
    scope: 'read',
    expiresAt,
    lastUsedAt,
    user: { id: userId },
  });
  now.setTime(expiresAt.getTime());
  expect(await findValidToken('script')).toBeNull();
  now.setTime(expiresAt.getTime() - 1);
  await pool.query('delete from personal_access_token');
  expect(await findValidToken('script')).toBeNull();
});

it('finds a refresh token until its session expires or is idle', async () => {
  const { em, now, userId, sessionId, expiresAt } = await start();
  await em.insert(RefreshToken, { digest: 'refresh', session: sessionId });
  const before = new Date(expiresAt.getTime() - 1);
  const idleSince = new Date(now.getTime() - 1);
  const find = (digest: string, times: { now: Date; idleSince: Date }) =>
    em.transactional((tx) => lockByRefreshDigest(tx, digest, times));
  const found = { userId, sessionId, expiresAt, rotates: false, replacedAt: null };
  expect(await find('refresh', { now: before, idleSince })).toEqual(found);
  expect(await find('refresh', { now: expiresAt, idleSince })).toBeNull();
  expect(await find('refresh', { now: before, idleSince: now })).toBeNull();
  expect(await find('access', { now: before, idleSince })).toBeNull();
});
