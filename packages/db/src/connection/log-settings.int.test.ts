import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pollUntil } from '@stockbook/testing';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../embedded-postgres/embedded-postgres.ts';
import { AccessToken, PersonalAccessToken, RefreshToken, Session, User } from '../entities/accounts.ts';
import * as userRepository from '../repositories/accounts/user.repository.ts';
import { type Database, openDatabase } from './database.ts';
import { listRevealingLogSettings } from './log-settings.ts';

const secret = (kind: string) => `${kind}-confidential`;
const owner = {
  id: randomUUID(),
  email: secret('email'),
  emailKey: secret('email'),
  username: 'owner',
  usernameKey: 'owner',
  firstName: null,
  lastName: null,
  passwordHash: secret('hash'),
  createdAt: new Date(),
};

const log: string[] = [];
let dataDir: string;
let postgres: EmbeddedPostgres;
let database: Database;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'stockbook-log-'));
  postgres = await startEmbeddedPostgres({ dataDir, durability: 'none', log: (line) => log.push(line) });
  database = openDatabase({ url: postgres.url, poolSize: 12, warn: () => {} });
  await database.migrate();
});

afterEach(() => asSuperuser('alter role stockbook_app reset all'));

afterAll(async () => {
  await database.close();
  await postgres.stop();
  await rm(dataDir, { recursive: true });
});

async function asSuperuser(statement: string): Promise<void> {
  const client = new Client({ connectionString: postgres.superuserUrl });
  await client.connect();
  await client.query(statement);
  await client.end();
}

/** Runs `work` on new connections and returns what PostgreSQL logs meanwhile. */
async function logged(work: (database: Database) => Promise<unknown>): Promise<string> {
  const start = log.length;
  const own = openDatabase({ url: postgres.url, poolSize: 12, warn: () => {} });
  await work(own);
  await own.close();
  // PostgreSQL writes its log in order: once it contains this line, it contains all earlier ones.
  const mark = randomUUID();
  await asSuperuser(`do $$ begin raise log '${mark}'; end $$`);
  await pollUntil('the mark in the log', () => log.slice(start).some((line) => line.includes(mark)));
  return log.slice(start).join('\n');
}

/** Runs failing statements that contain secrets. */
async function failEverywhere(own: Database): Promise<void> {
  const em = own.fork();
  const now = new Date();
  const stranger = randomUUID();
  const ignore = () => {};
  await userRepository.insert(em, owner);
  await em.insert(User, { ...owner, id: stranger }).catch(ignore);
  await em
    .insert(Session, {
      id: stranger,
      user: stranger,
      expiresAt: now,
      createdAt: now,
      lastUsedAt: now,
    })
    .catch(ignore);
  await em.insert(RefreshToken, { digest: secret('refresh'), session: stranger }).catch(ignore);
  await em
    .insert(AccessToken, { digest: secret('access'), user: stranger, session: stranger, expiresAt: now })
    .catch(ignore);
  const token = {
    id: stranger,
    user: stranger,
    name: 'script',
    digest: secret('token'),
    expiresAt: now,
    createdAt: now,
  };
  await em.insert(PersonalAccessToken, token).catch(ignore);
  await em
    .nativeUpdate(User, { id: 'no uuid' }, { passwordHash: secret('hash'), emailKey: secret('email') })
    .catch(ignore);
  await em.findOne(User, { id: 'no uuid', passwordHash: secret('hash') }).catch(ignore);
}

it('logs failing statements without their secrets', async () => {
  const lines = await logged(failEverywhere);
  expect(lines).toContain('violates foreign key constraint "access_token_user_id_foreign"');
  expect(lines).toContain('invalid input syntax for type uuid');
  expect(lines).not.toContain('confidential');
  expect(await listRevealingLogSettings(database)).toEqual([]);
});

it("logs nothing when users conflict, even with PostgreSQL's default settings", async () => {
  await asSuperuser(`
    alter role stockbook_app set log_error_verbosity = 'default';
    alter role stockbook_app set log_min_error_statement = error;
    alter role stockbook_app set log_parameter_max_length = -1`);
  const email = secret('email-of-many');
  const lines = await logged(async (own) => {
    const inserted = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        own.fork().transactional((tx) =>
          userRepository.insert(tx, {
            ...owner,
            id: randomUUID(),
            email,
            emailKey: email,
            usernameKey: `user-${index}`,
          }),
        ),
      ),
    );
    expect(inserted.filter(Boolean)).toHaveLength(1);
  });
  expect(lines).not.toContain('confidential');
  expect(lines).not.toContain('ERROR');
});

it("logs failing statements without values, even with PostgreSQL's default settings", async () => {
  await asSuperuser('alter role stockbook_app set log_min_error_statement = error');
  const lines = await logged(failEverywhere);
  expect(lines).toContain('STATEMENT:  insert into "access_token"');
  expect(lines).not.toContain('confidential');
});

it('lists the settings with which the server would log secrets', async () => {
  await asSuperuser(`
    alter role stockbook_app set log_error_verbosity = 'default';
    alter role stockbook_app set log_parameter_max_length = -1;
    alter role stockbook_app set log_parameter_max_length_on_error = -1`);
  const named = async () => {
    const own = openDatabase({ url: postgres.url, poolSize: 2, warn: () => {} });
    const settings = await listRevealingLogSettings(own);
    await own.close();
    return settings;
  };
  const always = ['log_error_verbosity = terse', 'log_parameter_max_length_on_error = 0'];
  expect(await named()).toEqual(always);
  await asSuperuser('alter role stockbook_app set log_min_duration_statement = 1000');
  expect(await named()).toEqual([...always, 'log_parameter_max_length = 0']);
});
