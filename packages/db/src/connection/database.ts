import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { runMigrations } from 'graphile-worker';
import { sql } from 'kysely';
import type { Pool } from 'pg';
import { assertSessionPooling } from './assert-session-pooling.ts';
import { createOrm, type OrmOptions, workerSchema } from './orm.ts';
import { createWriteProbe } from './write-probe.ts';

/** Advisory lock key: of several processes that migrate, one runs and the others wait. */
const migrationLock = 7_204_119;

/** A wait at start that is longer is reported, again and again. */
const noticeAfterMs = 10_000;
const waitsForMigration = 'waiting for another process that migrates the database';
const waitsForTables = 'migrating the database, which waits while another connection locks its tables';

/** The application's PostgreSQL database. */
export interface Database {
  /** Creates an entity manager: one per procedure call and per job. */
  fork(): EntityManager;
  /** The driver's connection pool, for code that bypasses the ORM (Graphile Worker, locks, prepared statements). */
  pool(): Promise<Pool>;
  /**
   * Migrates our schema and Graphile Worker's to the newest version. Safe to call from several processes at once.
   * @throws DatabaseUrlError if a connection pooler shares server connections between transactions
   */
  migrate(): Promise<void>;
  /** Rejects with the driver's error if the database does not answer. */
  ping(): Promise<void>;
  /**
   * Whether the database takes writes: its disk has room, and it is not read-only. Rejects with the driver's error if
   * it does not answer.
   */
  takesWrites(): Promise<boolean>;
  close(): Promise<void>;
  readonly orm: MikroORM;
}

async function withNotice(warn: OrmOptions['warn'], notice: string, work: Promise<unknown>): Promise<void> {
  const timer = setInterval(() => warn(notice), noticeAfterMs);
  try {
    await work;
  } finally {
    clearInterval(timer);
  }
}

export function openDatabase(options: OrmOptions): Database {
  const orm = createOrm(options);
  const connection = orm.em.getConnection();
  return {
    orm,
    fork: () => orm.em.fork(),
    pool: () => connection.getNativeClient(),
    async migrate() {
      const migrationOrm = createOrm({ ...options, poolSize: 4, isForMigrations: true });
      try {
        const pool = await migrationOrm.em.getConnection().getNativeClient();
        await assertSessionPooling(pool);
        const lockClient = await pool.connect();
        try {
          const lock = lockClient.query('select pg_advisory_lock($1)', [migrationLock]);
          await withNotice(options.warn, waitsForMigration, lock);
          const migrated = migrationOrm.migrator
            .up()
            .then(() => runMigrations({ pgPool: pool, schema: workerSchema }));
          await withNotice(options.warn, waitsForTables, migrated);
        } finally {
          // Closing the connection releases the lock, even if the connection is broken.
          lockClient.release(true);
        }
      } finally {
        await migrationOrm.close(true);
      }
    },
    async ping() {
      await sql`select 1`.execute(orm.em.fork().getKysely());
    },
    takesWrites: createWriteProbe(() => orm.em.fork()),
    close: () => orm.close(true),
  };
}
