import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import type { Database } from '../database.ts';
import { migrations } from '../migrations/index.ts';
import { useTestDatabase } from '../testing/index.ts';
import { backUp } from './back-up.ts';
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

describe('a backup', () => {
  it('is of one moment', async () => {
    const { database, url } = await useTestDatabase();
    await addStock(database, 'BEFORE');
    const backup = backUp(url);
    const { value: head } = await backup.next();
    await addStock(database, 'AFTER');
    const { url: target, database: restored } = await useTestDatabase('empty');
    await restore(target, script(head + (await text(Readable.from(backup)))));
    expect(await symbols(restored)).toEqual([{ id: 1, symbol: 'BEFORE' }]);
  });

  it('of an older schema is brought to the newest', async () => {
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

  it('of nothing is none', async () => {
    const { url } = await useTestDatabase('empty');
    await expect(backUp(url).next()).rejects.toThrow('There is nothing to back up');
  });

  it('ends the tasks whose jobs it does not hold', async () => {
    const { database, url } = await useTestDatabase();
    await query(
      database,
      `with person as (
         insert into user_account (id, email, email_key, username, username_key, password_hash, created_at)
         values (gen_random_uuid(), 'a', 'a', 'a', 'a', '', now()) returning id
       )
       insert into task (id, user_id, kind, subject, payload, status, message, created_at)
       select gen_random_uuid(), id, 'add-stock', status, '{}', status, 'as it was', now()
       from person, unnest(array['PENDING', 'PROGRESS', 'SUCCESS']) as status`,
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

async function* backUpBytes(url: string): AsyncGenerator<Buffer> {
  for await (const piece of backUp(url)) yield Buffer.from(piece);
}
