import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { WorkerHeartbeat } from '../entities/worker-heartbeat.entity.ts';
import * as workerRepository from '../repositories/worker.repository.ts';
import { useTestDatabase } from '../testing/index.ts';
import { openDatabase } from './database.ts';
import { isDatabaseUnavailable } from './database-unavailable.ts';

describe('a database counts as unavailable', () => {
  it.each([{ username: 'nobody' }, { password: 'wrong' }, { pathname: '/nowhere' }])(
    'while it refuses the login: %o',
    async (change) => {
      const { url } = await useTestDatabase();
      const { href } = Object.assign(new URL(url), change);
      const refused = openDatabase({ url: href, poolSize: 1, warn: () => {} });
      onTestFinished(() => refused.close());
      await expect(refused.ping()).rejects.toSatisfy(isDatabaseUnavailable);
    },
  );

  it('while it only reads, as during a failover', async () => {
    const { database } = await useTestDatabase();
    const written = database.fork().transactional(async (tx) => {
      await sql`set transaction read only`.execute(tx.getKysely());
      await sql`delete from task`.execute(tx.getKysely());
    });
    await expect(written).rejects.toSatisfy(isDatabaseUnavailable);
  });
});

type Beat = (tx: EntityManager, workerId: string) => Promise<unknown>;

describe.each<[string, Beat]>([
  ['by SQL', (tx, workerId) => workerRepository.heartbeat(tx, workerId)],
  ['by the ORM', (tx, workerId) => tx.nativeUpdate(WorkerHeartbeat, { workerId }, { beatAt: new Date() })],
])('of two transactions that write %s', (_, beat) => {
  async function databaseWithWorkers() {
    const { database } = await useTestDatabase();
    for (const worker of ['first', 'second']) await workerRepository.heartbeat(database.fork(), worker);
    return database;
  }

  /** The one that failed; the other must have succeeded. */
  async function loser(transactions: readonly Promise<unknown>[]): Promise<unknown> {
    const failures = (await Promise.allSettled(transactions)).filter((end) => end.status === 'rejected');
    expect(failures).toHaveLength(1);
    return failures[0]?.reason;
  }

  it('the one that a deadlock ends can be tried again later', async () => {
    const database = await databaseWithWorkers();
    const [firstIsHeld, secondIsHeld] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const forth = database.fork().transactional(async (tx) => {
      await beat(tx, 'first');
      firstIsHeld.resolve();
      await secondIsHeld.promise;
      await beat(tx, 'second');
    });
    const back = database.fork().transactional(async (tx) => {
      await beat(tx, 'second');
      secondIsHeld.resolve();
      await firstIsHeld.promise;
      await beat(tx, 'first');
    });
    expect(await loser([forth, back])).toSatisfy(isDatabaseUnavailable);
  });

  it('the one whose rows have changed under it can be tried again later', async () => {
    const database = await databaseWithWorkers();
    const late = database.fork().transactional(async (tx) => {
      await sql`set transaction isolation level repeatable read`.execute(tx.getKysely());
      await sql`select from worker_heartbeat`.execute(tx.getKysely());
      await beat(database.fork(), 'first');
      await beat(tx, 'first');
    });
    expect(await loser([late])).toSatisfy(isDatabaseUnavailable);
  });
});
