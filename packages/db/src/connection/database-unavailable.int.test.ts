import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { WorkerHeartbeat } from '../entities/tasks.ts';
import * as workerRepository from '../repositories/tasks/worker.repository.ts';
import { useTestDatabase } from '../testing/index.ts';
import { openDatabase } from './database.ts';
import { isDatabaseUnavailable } from './database-unavailable.ts';

describe('isDatabaseUnavailable', () => {
  it.each([{ username: 'unknown' }, { password: 'wrong' }, { pathname: '/nowhere' }])(
    'returns true when the server rejects the login: %o',
    async (change) => {
      const { url } = await useTestDatabase();
      const { href } = Object.assign(new URL(url), change);
      const refused = openDatabase({ url: href, poolSize: 1, warn: () => {} });
      onTestFinished(() => refused.close());
      await expect(refused.ping()).rejects.toSatisfy(isDatabaseUnavailable);
    },
  );

  it('returns true when the server is read-only, as during a failover', async () => {
    const { database } = await useTestDatabase();
    const written = database.fork().transactional(async (tx) => {
      await sql`set transaction read only`.execute(tx.getKysely());
      await sql`delete from task`.execute(tx.getKysely());
    });
    await expect(written).rejects.toSatisfy(isDatabaseUnavailable);
  });
});

type Heartbeat = (tx: EntityManager, workerId: string) => Promise<unknown>;

describe.each<[string, Heartbeat]>([
  ['by SQL', (tx, workerId) => workerRepository.heartbeat(tx, workerId)],
  [
    'by the ORM',
    (tx, workerId) => tx.nativeUpdate(WorkerHeartbeat, { workerId }, { heartbeatAt: new Date() }),
  ],
])('isDatabaseUnavailable for two transactions that write %s', (_, heartbeat) => {
  async function databaseWithWorkers() {
    const { database } = await useTestDatabase();
    for (const worker of ['first', 'second']) await workerRepository.heartbeat(database.fork(), worker);
    return database;
  }

  /** The error of the only transaction that failed. */
  async function onlyFailure(transactions: readonly Promise<unknown>[]): Promise<unknown> {
    const failures = (await Promise.allSettled(transactions)).filter(
      (outcome) => outcome.status === 'rejected',
    );
    expect(failures).toHaveLength(1);
    return failures[0]?.reason;
  }

  it('returns true for the transaction that a deadlock ends', async () => {
    const database = await databaseWithWorkers();
    const [firstIsHeld, secondIsHeld] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const forth = database.fork().transactional(async (tx) => {
      await heartbeat(tx, 'first');
      firstIsHeld.resolve();
      await secondIsHeld.promise;
      await heartbeat(tx, 'second');
    });
    const back = database.fork().transactional(async (tx) => {
      await heartbeat(tx, 'second');
      secondIsHeld.resolve();
      await firstIsHeld.promise;
      await heartbeat(tx, 'first');
    });
    expect(await onlyFailure([forth, back])).toSatisfy(isDatabaseUnavailable);
  });

  it('returns true for the transaction that fails to serialize', async () => {
    const database = await databaseWithWorkers();
    const late = database.fork().transactional(async (tx) => {
      await sql`set transaction isolation level repeatable read`.execute(tx.getKysely());
      await sql`select from worker_heartbeat`.execute(tx.getKysely());
      await heartbeat(database.fork(), 'first');
      await heartbeat(tx, 'first');
    });
    expect(await onlyFailure([late])).toSatisfy(isDatabaseUnavailable);
  });
});
