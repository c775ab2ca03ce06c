import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { Session, User } from '../entities/accounts.ts';
import { useTestDatabase } from '../testing/index.ts';
import { createFindValidToken, createLuciaAdapter } from './tokens.ts';

const inAnHour = () => new Date(Date.now() + 3_600_000);

async function adapterWithUser() {
  const { database } = await useTestDatabase();
  const userId = randomUUID();
  const sessionId = randomUUID();
  await database.fork().insert(User, {
    id: userId,
    email: 'Reader@Example.com',
    emailKey: 'reader@example.com',
    username: 'Reader',
    usernameKey: 'reader',
    firstName: null,
    lastName: null,
    passwordHash: 'hash',
    createdAt: new Date(),
  });
  await database.fork().insert(Session, {
    id: sessionId,
    user: userId,
    expiresAt: inAnHour(),
    createdAt: new Date(),
    lastUsedAt: new Date(),
  });
  const clock = () => new Date();
  const findValidToken = createFindValidToken(database, clock);
  const adapter = createLuciaAdapter({ fork: database.fork, findValidToken, clock });
  const attributesOf = (expiresAt: Date) =>
    ({ kind: 'session', id: sessionId, scope: 'write', expiresAt, lastUsedAt: null }) as const;
  const addSession = (id: string, expiresAt: Date) =>
    adapter.setSession({ id, userId, expiresAt, attributes: attributesOf(expiresAt) });
  return { database, adapter, userId, attributesOf, addSession };
}

describe('createLuciaAdapter', () => {
  it('returns a session and its user by token', async () => {
    const { adapter, userId, attributesOf, addSession } = await adapterWithUser();
    const expiresAt = inAnHour();
    await addSession('the-token', expiresAt);
    const [session, user] = await adapter.getSessionAndUser('the-token');
    expect(session).toMatchObject({ id: 'the-token', userId, attributes: attributesOf(expiresAt) });
    expect(user?.attributes.email).toBe('Reader@Example.com');
    expect(await adapter.getSessionAndUser('another-token')).toEqual([null, null]);
  });

  it('does not store the token in clear text', async () => {
    const { database, addSession } = await adapterWithUser();
    await addSession('the-token', inAnHour());
    const { rows } = await sql<{ row: string }>`select access_token::text as row from access_token`.execute(
      database.fork().getKysely(),
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.row).not.toContain('the-token');
  });

  it('lists, extends and deletes sessions', async () => {
    const { adapter, userId, addSession } = await adapterWithUser();
    await addSession('one', inAnHour());
    await addSession('two', inAnHour());
    expect(await adapter.getUserSessions(userId)).toHaveLength(2);

    const later = new Date(Date.now() + 7_200_000);
    await adapter.updateSessionExpiration('one', later);
    expect((await adapter.getSessionAndUser('one'))[0]?.attributes.expiresAt).toEqual(later);

    await adapter.deleteSession('one');
    expect((await adapter.getSessionAndUser('one'))[0]).toBeNull();
    await adapter.deleteUserSessions(userId);
    expect(await adapter.getUserSessions(userId)).toEqual([]);
  });

  it('deletes only expired sessions', async () => {
    const { adapter, userId, addSession } = await adapterWithUser();
    await addSession('valid', inAnHour());
    await addSession('expired', new Date(Date.now() - 1000));
    await adapter.deleteExpiredSessions();
    expect(await adapter.getUserSessions(userId)).toHaveLength(1);
  });
});
