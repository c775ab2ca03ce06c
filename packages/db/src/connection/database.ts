import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { runMigrations } from 'graphile-worker';
import { sql } from 'kysely';
import type { Pool } from 'pg';
import { createOrm, type OrmOptions, workerSchema } from './orm.ts';

/** Any two servers that start together agree on these numbers; whoever is second waits for the first. */
const migrationLock = 7_204_119;

/** The PostgreSQL that everything is kept in. */
export interface Database {
  /** A new entity manager: one per procedure and per job. */
  fork(): EntityManager;
  /** The driver's pool, for what speaks plain PostgreSQL (Graphile Worker, locks). */
  pool(): Promise<Pool>;
  /** Brings the schema, ours and Graphile Worker's, to the newest. Safe to call from several processes at once. */
  migrate(): Promise<void>;
  /** Resolves when the database answers, rejects with the driver's error otherwise. */
  ping(): Promise<void>;
  close(): Promise<void>;
  readonly orm: MikroORM;
}

export function openDatabase(options: OrmOptions): Database {
  const orm = createOrm(options);
  const connection = orm.em.getConnection();
  return {
    orm,
    fork: () => orm.em.fork(),
    pool: () => connection.getNativeClient(),
    async migrate() {
      const patient = createOrm({ ...options, poolSize: 4, withoutTimeouts: true });
      try {
        const pool = await patient.em.getConnection().getNativeClient();
        const lock = await pool.connect();
        try {
          await lock.query('select pg_advisory_lock($1)', [migrationLock]);
          await patient.migrator.up();
          await runMigrations({ pgPool: pool, schema: workerSchema });
        } finally {
          // Closing the session frees the lock, also where the unlock itself could not be sent.
          lock.release(true);
        }
      } finally {
        await patient.close(true);
      }
    },
    async ping() {
      await sql`select 1`.execute(orm.em.fork().getKysely());
    },
    close: () => orm.close(true),
  };
}
