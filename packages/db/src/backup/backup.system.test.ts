import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import type { Database } from '../connection/database.ts';
import { AccessToken, PersonalAccessToken, RefreshToken, Session, User } from '../entities/accounts.ts';
import { migrations } from '../migrations/index.ts';
import * as instrumentRepository from '../repositories/stocks/instrument.repository.ts';
import { useTestDatabase } from '../testing/index.ts';
import { userRow } from '../testing/test-rows.ts';
import { backUp } from './back-up.ts';
import { BackupError } from './backup-error.ts';
import { restore } from './restore.ts';

const newest = migrations.at(-1)?.name;
const previous = migrations.at(-2)?.name ?? '';

async function query(database: Database, statement: string): Promise<Record<string, unknown>[]> {
  const { rows } = await (await database.pool()).query<Record<string, unknown>>(statement);
  return rows;
}

function addStock(database: Database, symbol: string): Promise<unknown> {
  return query(
    database,
    `insert into stock (symbol, name, is_active, created_at) values ('${symbol}', 'A stock', true, now())`,
  );
}

const symbols = (database: Database) => query(database, 'select id, symbol from stock order by id');

function script(content: string): AsyncIterable<Buffer> {
  return Readable.from([Buffer.from(content)]);
}

describe('backUp', () => {
  it('exports a single snapshot', async () => {
    const { database, url } = await useTestDatabase();
    await addStock(database, 'BEFORE');
    const backup = backUp(url);
    const { value: head } = await backup.next();
    await addStock(database, 'AFTER');
    const { url: target, database: restored } = await useTestDatabase('empty');
    await restore(target, script(head + (await text(Readable.from(backup)))));
    expect(await symbols(restored)).toEqual([{ id: 1, symbol: 'BEFORE' }]);
  });

  it('makes a backup that a newer schema can restore', async () => {
    const { database, url } = await useTestDatabase('empty');
    await database.orm.migrator.up({ to: previous });
    await addStock(database, 'OLD');
    const backup = await text(Readable.from(backUp(url)));
    const { url: target, database: restored } = await useTestDatabase('empty');
    expect((await restore(target, script(backup))).schema).toBe(previous);
    expect((await restored.orm.migrator.getExecuted()).at(-1)?.name).toBe(newest);
    expect(await symbols(restored)).toEqual([{ id: 1, symbol: 'OLD' }]);

    const { url: migrated } = await useTestDatabase();
    await expect(restore(migrated, script(backup))).rejects.toThrow(
      `The database already has a newer schema (${newest}) than the backup (${previous}): restore into a new one.`,
    );
  });

  it('fails on a database without a schema', async () => {
    const { url } = await useTestDatabase('empty');
    await expect(backUp(url).next()).rejects.toThrow('There is nothing to back up');
  });

  it('holds own instruments with their owners, terms, prices and actions', async () => {
    const { database, url } = await useTestDatabase();
    const em = database.fork();
    const owners = [randomUUID(), randomUUID()];
    for (const [index, owner] of owners.entries()) {
      await em.insert(User, userRow(owner, `owner ${index}`));
      const id = await instrumentRepository.add(em, owner, {
        ...{ symbol: '@BOND', name: 'Bond', currency: 'EUR', type: 'Bond' },
        ...{ isin: null, sector: null, industry: null, quotedIn: 'percent', pricing: 'linked' },
        terms: { symbol: 'AAPL', factor: index + 1, add: 0 },
        remind: 'monthly',
        createdAt: new Date('2026-01-02'),
      });
      await query(database, `insert into price_bar values (${id}, '2026-01-02', 1, 2, 0.5, 1.5, 0)`);
      await query(
        database,
        `insert into stock_dividend (stock_id, ex_date, amount) values (${id}, '2026-01-02', 2.5)`,
      );
    }
    const { url: target, database: restored } = await useTestDatabase();
    await restore(target, backUpBytes(url));
    for (const table of ['stock', 'price_bar', 'stock_dividend']) {
      const rows = (of: Database) => query(of, `select * from ${table} order by 1`);
      expect(await rows(restored)).toEqual(await rows(database));
      expect(await rows(restored)).toHaveLength(2);
    }
    expect(await instrumentRepository.findOfUser(restored.fork(), owners[1] ?? '', '@BOND')).toMatchObject({
      terms: { factor: 2 },
      quotedIn: 'percent',
      remind: 'monthly',
    });
  });

  it('leaves out prices during the session, and holds levels with what their last checks saw', async () => {
    const { database, url } = await useTestDatabase();
    const owner = randomUUID();
    await database.fork().insert(User, userRow(owner, 'owner'));
    await addStock(database, 'AAPL');
    const level = `'${randomUUID()}'`;
    for (const statement of [
      `insert into stock_quote (stock_id, price) values (1, 100)`,
      `insert into signal_rule (id, user_id, condition, scope, stock_id, "trigger", quiet_bars, is_active, session_level,
         created_at, updated_at)
       values (${level}, '${owner}', 'price touches 101', 'stock', 1, 'once', 0, true, 101, now(), now())`,
      `insert into session_check (rule_id, session_date, price, source, checked_at)
       values (${level}, '2026-11-20', 100, 'yahoo', now())`,
    ]) {
      await query(database, statement);
    }
    const { url: target, database: restored } = await useTestDatabase('empty');
    await restore(target, script(await text(Readable.from(backUp(url)))));
    expect(await query(restored, 'select * from stock_quote')).toEqual([]);
    expect(
      await query(
        restored,
        `select session_level, session_date, price from signal_rule join session_check on rule_id = id`,
      ),
    ).toEqual([{ session_level: 101, session_date: '2026-11-20', price: 100 }]);
  });

  it('leaves out jobs, so that restoring fails the active tasks', async () => {
    const { database, url } = await useTestDatabase();
    await query(
      database,
      `with owner as (
         insert into user_account (id, email, email_key, username, username_key, password_hash, created_at)
         values (gen_random_uuid(), 'a', 'a', 'a', 'a', '', now()) returning id
       )
       insert into task (id, user_id, kind, subject, payload, status, message, created_at)
       select gen_random_uuid(), id, 'add-stock', status, '{}', status, 'as it was', now()
       from owner, unnest(array['PENDING', 'PROGRESS', 'SUCCESS']) as status`,
    );
    const { url: target, database: restored } = await useTestDatabase();
    await restore(target, backUpBytes(url));
    const interrupted = 'The task was interrupted: the database was restored from a backup. Try again.';
    expect(await query(restored, 'select subject, status, message from task order by subject')).toEqual([
      { subject: 'PENDING', status: 'FAILURE', message: interrupted },
      { subject: 'PROGRESS', status: 'FAILURE', message: interrupted },
      { subject: 'SUCCESS', status: 'SUCCESS', message: 'as it was' },
    ]);
  });
});

/** Lines that `backUp` never writes. */
const foreignLines = [
  'DROP TABLE stock;',
  'create table planted ();',
  "COPY stock FROM PROGRAM 'touch planted';",
  `COPY "stock" ("id") TO PROGRAM 'touch planted';`,
  `COPY "stock" ("id") FROM '/etc/passwd';`,
  'COPY "stock" ("id") FROM stdin; DROP TABLE stock;',
  'COPY (DELETE FROM stock RETURNING id) TO stdout;',
  'COPY "stock" ("id") FROM stdin WHERE pg_sleep(1) is null;',
  'COPY "schema_migration" ("name") FROM stdin;',
  'COPY "pg_authid" ("rolname") FROM stdin;',
  'COPY "stock" ("nonsense") FROM stdin;',
  'COPY "stock" ("id", "symbol" FROM stdin;',
  "SELECT setval('stock_id_seq', (select 1));",
  "SELECT setval('stock_id_seq', 1); DROP TABLE stock;",
  "SELECT setval('schema_migration_id_seq', 1);",
  "SELECT setval('no_such_sequence', 1);",
  " SELECT setval('stock_id_seq', 1);",
  '-- a comment',
  '',
];

describe('restore', () => {
  it('rejects a file with any other statement', async () => {
    const { database, url } = await useTestDatabase();
    const header = {
      format: 'stockbook-backup',
      version: 1,
      schema: newest,
      made_at: '2026-01-01T00:00:00.000Z',
    };
    const rows =
      'COPY "stock" ("symbol", "name", "is_active", "created_at") FROM stdin;\nONE\tA stock\tt\t2026-01-01\n\\.';
    for (const line of foreignLines) {
      const outcome = await restore(url, script(`-- ${JSON.stringify(header)}\n${rows}\n${line}\n`)).catch(
        (error) => error.message,
      );
      expect([line, outcome]).toEqual([
        line,
        expect.stringContaining('something that a backup does not hold'),
      ]);
      expect(await symbols(database)).toEqual([]);
      expect(await query(database, "select to_regclass('planted') as planted")).toEqual([{ planted: null }]);
    }
  });

  it('never executes a line within the rows of a table', async () => {
    const { database, url } = await useTestDatabase();
    await addStock(database, 'ONE');
    const backup = await text(Readable.from(backUp(url)));
    const { database: target, url: targetUrl } = await useTestDatabase();
    for (const end of ['\\.', '\\.\n\\.', '\\.\r', '\r', '\\']) {
      const broken = backup.replace(/(?<=COPY "stock".*\n)/, `${end}\ncreate table planted ();\n`);
      const outcome = await restore(targetUrl, script(broken)).catch((error) => error);
      expect([end, outcome]).toEqual([end, expect.any(BackupError)]);
      expect(await query(target, "select to_regclass('planted') as planted")).toEqual([{ planted: null }]);
    }
  });

  it('escapes control characters of the file in error messages', async () => {
    const { url } = await useTestDatabase();
    const backup = await text(Readable.from(backUp(url)));
    await expect(restore(url, script(`${backup}\u001b[2J\n`))).rejects.toThrow('hold: \\u{1b}[2J.');
    const withControlCharacter = backup.replace(/"made_at":"[^"]+"/, '"made_at":"\u001b[2J"');
    await expect(restore(url, script(withControlCharacter))).rejects.toThrow(
      'This file is not a backup of Stockbook.',
    );
  });

  it('rejects a file that ends in the middle of a line', async () => {
    const { url } = await useTestDatabase();
    const backup = await text(Readable.from(backUp(url)));
    await expect(restore(url, script(`${backup}SELECT`))).rejects.toThrow('in the middle of a line');
  });

  it('deletes sessions and personal access tokens unless keepTokens is set', async () => {
    const { database, url } = await useTestDatabase();
    const userId = randomUUID();
    const expiresAt = new Date(Date.now() + 3_600_000);
    const em = database.fork();
    await em.insert(User, userRow(userId, 'owner'));
    const times = { expiresAt, createdAt: new Date() };
    for (const digest of ['one', 'two']) {
      const id = randomUUID();
      await em.insert(Session, { id, user: userId, lastUsedAt: new Date(), ...times });
      await em.insert(RefreshToken, { digest, session: id });
      await em.insert(AccessToken, { digest, user: userId, session: id, expiresAt });
    }
    const token = { id: randomUUID(), user: userId, name: 'script', digest: 'three' };
    await em.insert(PersonalAccessToken, { ...token, ...times });
    const backup = await text(Readable.from(backUp(url)));
    const counts = `select (select count(*)::int from session) as sessions, (select count(*)::int from access_token) as "accessTokens",
      (select count(*)::int from personal_access_token) as tokens, (select count(*)::int from user_account) as users`;

    const { database: ended, url: endedUrl } = await useTestDatabase();
    expect(await restore(endedUrl, script(backup))).toMatchObject({ endedSessions: 2, revokedTokens: 1 });
    expect(await query(ended, counts)).toEqual([{ sessions: 0, accessTokens: 0, tokens: 0, users: 1 }]);

    const { database: kept, url: keptUrl } = await useTestDatabase();
    const restored = await restore(keptUrl, script(backup), { keepTokens: true });
    expect(restored).toMatchObject({ endedSessions: 0, revokedTokens: 0 });
    expect(await query(kept, counts)).toEqual([{ sessions: 2, accessTokens: 2, tokens: 1, users: 1 }]);
  });
});

async function* backUpBytes(url: string): AsyncGenerator<Buffer> {
  for await (const chunk of backUp(url)) yield Buffer.from(chunk);
}
