import { runMigrations } from 'graphile-worker';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { enqueueJob } from '../queue/jobs.ts';
import { useTestDatabase } from '../testing/index.ts';
import { migrations } from './index.ts';

/** The statements that would still turn the schema into that of the entities. */
async function difference({ orm }: Awaited<ReturnType<typeof useTestDatabase>>['database']): Promise<string> {
  const statements = await orm.schema.getUpdateSchemaSQL({ wrap: false });
  return statements
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.includes('schema_migration'))
    .join('\n');
}

describe('migrations', () => {
  it('migrates an empty database to the schema of the entities', async () => {
    const { database } = await useTestDatabase('empty');
    expect(await difference(database)).toContain('create table "price_bar"');
    await database.migrate();
    expect(await difference(database)).toBe('');
  });

  it('migrates the previous schema to the schema of the entities', async () => {
    const { database } = await useTestDatabase('empty');
    const previous = migrations.at(-2)?.name ?? '';
    await database.orm.migrator.up({ to: previous });
    const executed = await database.orm.migrator.getExecuted();
    expect(executed.map(({ name }) => name)).toEqual(migrations.slice(0, -1).map(({ name }) => name));
    await database.migrate();
    expect(await difference(database)).toBe('');
  });

  it('runs each migration once when two servers start at the same time', async () => {
    const { database, url } = await useTestDatabase('empty');
    const { openDatabase } = await import('../connection/database.ts');
    const other = openDatabase({ url, poolSize: 4, warn: () => {} });
    await Promise.all([database.migrate(), other.migrate()]);
    await other.close();
    const { rows } = await sql<{ name: string }>`select name from schema_migration`.execute(
      database.fork().getKysely(),
    );
    expect(rows.map(({ name }) => name)).toEqual(migrations.map(({ name }) => name));
  });

  it('stores quotes without a log, checks of levels with one, and both with room for updates', async () => {
    const { database } = await useTestDatabase();
    const { rows } = await sql`
      select relname as name, relpersistence as persistence, reloptions as options from pg_class
      where oid in ('stock_quote'::regclass, 'session_check'::regclass) order by relname
    `.execute(database.fork().getKysely());
    expect(rows).toEqual([
      { name: 'session_check', persistence: 'p', options: ['fillfactor=50'] },
      { name: 'stock_quote', persistence: 'u', options: ['fillfactor=50'] },
    ]);
  });

  it('names indexes and constraints after their tables', async () => {
    const { database } = await useTestDatabase();
    const { rows } = await sql<{ name: string; table: string }>`
      select name, relname as table from (
        select conname::text as name, conrelid as table_id from pg_constraint
        union all
        select indexrelid::regclass::text, indrelid from pg_index
      ) named join pg_class on pg_class.oid = table_id
      where relnamespace = current_schema()::regnamespace
    `.execute(database.fork().getKysely());
    expect(rows).toContainEqual({ name: 'access_token_session_id_foreign', table: 'access_token' });
    expect(rows.filter(({ name, table }) => !name.startsWith(`${table}_`))).toEqual([]);
  });

  it('has an index for each foreign key, so that a deletion does not scan the tables that refer to the row', async () => {
    const { database } = await useTestDatabase();
    const { rows } = await sql<{ name: string }>`
      select conname::text as name from pg_constraint
      where contype = 'f' and connamespace = current_schema()::regnamespace and not exists (
        select from pg_index where indrelid = conrelid and indpred is null and indkey[0] = conkey[1]
      )
    `.execute(database.fork().getKysely());
    expect(rows).toEqual([]);
  });

  it('lets PostgreSQL expect all transactions of a portfolio for its owner', async () => {
    const { database } = await useTestDatabase();
    const db = database.fork().getKysely();
    await sql`
      with owner as (
        insert into user_account (id, email, email_key, username, username_key, password_hash, created_at)
        select gen_random_uuid(), name, name, name, name, '', now() from unnest(array['ada', 'bob']) name returning id
      ), book as (
        insert into portfolio (id, user_id, name, currency, created_at, updated_at)
        select gen_random_uuid(), id, number, 'USD', now(), now() from owner, generate_series(1, 20) number
        returning id, user_id
      )
      insert into transaction
        (id, user_id, portfolio_id, type, date, ordinal, amount, currency, created_at, updated_at)
      select gen_random_uuid(), user_id, id, 'DEPOSIT', '2024-05-20', number, 1, 'USD', now(), now()
      from book, generate_series(1, 50) number
    `.execute(db);
    await sql`analyze transaction`.execute(db);
    const {
      rows: [portfolio],
    } = await sql<{ id: string; owner: string }>`select id, user_id as owner from portfolio limit 1`.execute(
      db,
    );
    const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>`
      explain (format json) select from transaction
      where portfolio_id = ${portfolio?.id} and user_id = ${portfolio?.owner}
    `.execute(db);
    expect(rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows']).toBe(50);
  });

  it('removes the jobs that are no longer known by their old name', async () => {
    const { database } = await useTestDatabase('empty');
    await database.orm.migrator.up({ to: '0010-import-lines' });
    await runMigrations({ pgPool: await database.pool(), schema: 'graphile_worker' });
    const em = database.fork();
    await enqueueJob(em, 'keep-current', { symbol: 'AAPL' }, { maxAttempts: 1, jobKey: 'keep-current:AAPL' });
    await enqueueJob(em, 'add-stock', {}, { maxAttempts: 3, jobKey: 'another' });
    await database.migrate();
    const { rows } = await sql`select task_identifier from graphile_worker.jobs`.execute(em.getKysely());
    expect(rows).toEqual([{ task_identifier: 'add-stock' }]);
  });

  it('lets channels to the own address wait for confirmation, and puts a notice into the inbox', async () => {
    const { database } = await useTestDatabase('empty');
    await database.orm.migrator.up({ to: '0024-signal-references' });
    const db = database.fork().getKysely();
    await sql`
      with owner as (
        insert into user_account (id, email, email_key, username, username_key, password_hash, created_at)
        values (gen_random_uuid(), 'Ada@example.com', 'ada@example.com', 'ada', 'ada', '', now()) returning id
      )
      insert into notification_channel
        (id, user_id, kind, name, target, is_active, confirmed_at, created_at, updated_at)
      select gen_random_uuid(), owner.id, kind, name, target, true, now(), now(), now()
      from owner, (values
        ('email', 'Own', 'ada@example.COM'),
        ('email', 'Friend', 'friend@example.com'),
        ('webhook', 'Hook', 'https://example.com/')
      ) channel(kind, name, target)
    `.execute(db);
    await database.migrate();
    const { rows: waiting } = await sql`
      select name, confirmation_tries from notification_channel where confirmed_at is null
    `.execute(db);
    expect(waiting).toEqual([{ name: 'Own', confirmation_tries: 0 }]);
    const { rows: inbox } = await sql`
      select email, kind, sentence, is_read, bar_date = (now() at time zone 'UTC')::date as is_today
      from signal join user_account owner on owner.id = user_id
    `.execute(db);
    expect(inbox).toEqual([
      {
        email: 'Ada@example.com',
        kind: 'notice',
        sentence:
          'The channel Own waits for confirmation: confirm its address under Delivery. Until then nothing is sent to it',
        is_read: false,
        is_today: true,
      },
    ]);
  });
});
