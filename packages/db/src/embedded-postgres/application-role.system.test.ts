import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { restoreOnTrial } from '../backup/restore-on-trial.ts';
import { openDatabase } from '../connection/database.ts';
import { Stock } from '../entities/stocks.ts';
import { enqueueJob } from '../queue/jobs.ts';
import * as stockRepository from '../repositories/stocks/stock.repository.ts';
import { stockFacts } from '../testing/test-rows.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';
import { openEmbeddedPostgres } from './open-embedded-postgres.ts';

let dataDir: string;
let postgres: EmbeddedPostgres;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'stockbook-role-'));
  postgres = await start();
});

afterEach(async () => {
  await postgres.stop();
  await rm(dataDir, { recursive: true });
});

const start = () => startEmbeddedPostgres({ dataDir, durability: 'none' });
const passwordFile = () => join(dataDir, 'postgres/stockbook-app-password');

async function query(url: string, statement: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query(statement);
    return rows;
  } finally {
    await client.end();
  }
}

async function withDatabase<T>(
  url: string,
  work: (database: ReturnType<typeof openDatabase>) => Promise<T>,
): Promise<T> {
  const database = openDatabase({ url, poolSize: 2, warn: () => {} });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/** Leaves the data folder in the state of a version that connected as the superuser. */
async function fillAsSuperuser(): Promise<void> {
  await query(postgres.superuserUrl, 'alter database postgres owner to stockbook; drop role stockbook_app');
  await rm(passwordFile());
  await withDatabase(postgres.superuserUrl, async (database) => {
    await database.migrate();
    await stockRepository.upsertFacts(database.fork(), stockFacts('OLD'), new Date());
    await enqueueJob(database.fork(), 'old-job', {}, { maxAttempts: 1 });
  });
}

/** Expects that the URL's role can use and migrate everything that an earlier version created. */
async function expectUsable(url: string): Promise<void> {
  await withDatabase(url, async (database) => {
    await database.migrate();
    const em = database.fork();
    expect(await em.count(Stock, { symbol: 'OLD' })).toBe(1);
    await stockRepository.upsertFacts(em, stockFacts('NEW'), new Date());
    await enqueueJob(em, 'new-job', {}, { maxAttempts: 1 });
    // Later migrations need the ownership.
    await (await database.pool()).query(`
      alter table stock add column later int;
      alter table graphile_worker._private_jobs add column later int`);
  });
  const ownedBySuperuser = `
    select relname as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where relowner = 10 and nspname not in ('pg_catalog', 'pg_toast', 'information_schema')
    union all select proname from pg_proc join pg_namespace on pg_namespace.oid = pronamespace
    where proowner = 10 and nspname not in ('pg_catalog', 'information_schema')
    union all select typname from pg_type join pg_namespace on pg_namespace.oid = typnamespace
    where typowner = 10 and nspname not in ('pg_catalog', 'pg_toast', 'information_schema')
    union all select nspname from pg_namespace
    where nspowner = 10 and nspname not in ('pg_catalog', 'pg_toast', 'information_schema')`;
  expect(await query(postgres.superuserUrl, ownedBySuperuser)).toEqual([]);
}

describe('prepareApplicationRole', { timeout: 60_000 }, () => {
  it('creates a role that owns its database and has no other rights', async () => {
    const rights = `
      select rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls, datname
      from pg_roles join pg_database on datdba = pg_roles.oid where rolname = current_user`;
    expect(await query(postgres.url, rights)).toEqual([
      {
        rolsuper: false,
        rolcreatedb: false,
        rolcreaterole: false,
        rolreplication: false,
        rolbypassrls: false,
        datname: 'postgres',
      },
    ]);
    await expect(query(postgres.url, `copy (select 1) to program 'true'`)).rejects.toThrow(
      'permission denied to COPY to or from an external program',
    );
    await expect(query(postgres.url, `select pg_read_file('stockbook-password')`)).rejects.toThrow(
      'permission denied for function pg_read_file',
    );
    expect((await stat(passwordFile())).mode & 0o777).toBe(0o600);
    expect(await restoreOnTrial(postgres.url, Readable.from([]))).toBe(false);
  });

  it('keeps the URL over a restart', async () => {
    const { port } = new URL(postgres.url);
    const { url } = postgres;
    await postgres.stop();
    postgres = await startEmbeddedPostgres({ dataDir, durability: 'none', port: Number(port) });
    expect(postgres.url).toBe(url);
  });

  it('takes over a data folder that was filled by the superuser', async () => {
    await fillAsSuperuser();
    await postgres.stop();
    postgres = await start();
    await expectUsable(postgres.url);
  });

  it('takes over a database that an earlier version has started', async () => {
    await fillAsSuperuser();
    const { url } = await openEmbeddedPostgres({ dataDir });
    await expectUsable(url);
  });

  it('takes over objects that an earlier version added later', async () => {
    await withDatabase(postgres.url, (database) => database.migrate());
    await withDatabase(postgres.superuserUrl, async (database) => {
      await stockRepository.upsertFacts(database.fork(), stockFacts('OLD'), new Date());
      await (await database.pool()).query(
        'create table added (id serial primary key); create view seen as select 1',
      );
    });
    await postgres.stop();
    postgres = await start();
    await expectUsable(postgres.url);
  });
});
