import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Database } from './connection/database.ts';
import {
  deleteExhaustedJobs,
  enqueueScheduledJobs,
  listJobsLockedBy,
  requeueJobs,
  wasScheduledWithin,
  workerLocks,
} from './graphile-internals.ts';
import { enqueueJob } from './queue/jobs.ts';
import { useTestDatabase } from './testing/index.ts';

const projectDir = join(import.meta.dirname, '../../..');

const usedColumns = {
  _private_jobs: {
    id: 'bigint',
    job_queue_id: 'integer',
    payload: 'json',
    attempts: 'smallint',
    max_attempts: 'smallint',
    locked_by: 'text',
    locked_at: 'timestamp with time zone',
  },
  _private_job_queues: { id: 'integer', locked_by: 'text', locked_at: 'timestamp with time zone' },
  _private_known_crontabs: {
    identifier: 'text',
    known_since: 'timestamp with time zone',
    last_execution: 'timestamp with time zone',
  },
};

async function query<T>(database: Database, statement: ReturnType<typeof sql<T>>): Promise<T[]> {
  return (await statement.execute(database.fork().getKysely())).rows;
}

/** Adds a job to a queue and locks both as a worker does. @returns the job's id */
async function addLockedJob(database: Database, workerId: string): Promise<string> {
  const rows = await query(
    database,
    sql<{ id: string }>`select id from graphile_worker.add_job('any', queue_name := 'a queue')`,
  );
  const [table, queues] = Object.keys(usedColumns).map((name) => sql.table(`graphile_worker.${name}`));
  const locked = sql`locked_by = ${workerId}, locked_at = now()`;
  await query(database, sql`update ${table} set ${locked}, attempts = 1`);
  await query(database, sql`update ${queues} set ${locked}`);
  return String(rows[0]?.id);
}

it('uses columns that the installed Graphile Worker has', async () => {
  const { database } = await useTestDatabase();
  const columns = await query(
    database,
    sql<{ table: string; name: string; type: string }>`
      select table_name as "table", column_name as name, data_type as type
      from information_schema.columns where table_schema = 'graphile_worker'
    `,
  );
  const installed = Object.fromEntries(
    Object.keys(usedColumns).map((table) => [
      table,
      Object.fromEntries(
        columns.filter((each) => each.table === table).map(({ name, type }) => [name, type]),
      ),
    ]),
  );
  expect(installed).toMatchObject(usedColumns);
});

it('lists the jobs and queues that a worker has locked, and requeues them without counting an attempt', async () => {
  const { database } = await useTestDatabase();
  const id = await addLockedJob(database, 'lost');
  expect(await query(database, workerLocks)).toEqual(
    [1, 2].map(() => ({ locked_by: 'lost', locked_at: expect.any(String) })),
  );
  expect(await listJobsLockedBy(database.fork(), 'other')).toEqual([]);
  expect(await listJobsLockedBy(database.fork(), 'lost')).toEqual([id]);
  await requeueJobs(database.fork(), 'other', [id]);
  expect(await listJobsLockedBy(database.fork(), 'lost')).toEqual([id]);
  await requeueJobs(database.fork(), 'lost', [id]);
  expect(await query(database, workerLocks)).toEqual(
    [1, 2].map(() => ({ locked_by: null, locked_at: null })),
  );
  expect(await query(database, sql`select attempts from graphile_worker.jobs`)).toEqual([{ attempts: 0 }]);
});

it('deletes exhausted jobs and returns the ids of their tasks', async () => {
  const { database } = await useTestDatabase();
  const taskId = '0b5c2a52-8f0c-4b0e-9f39-0c9d7a7f4c11';
  await enqueueJob(database.fork(), 'exhausted', { taskId }, { maxAttempts: 1 });
  await query(
    database,
    sql`select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs), attempts := 1)`,
  );
  await enqueueJob(database.fork(), 'waiting', {}, { maxAttempts: 1 });
  expect(await query(database, deleteExhaustedJobs)).toEqual([{ task_id: taskId }]);
  const left = await query(database, sql`select task_identifier from graphile_worker.jobs`);
  expect(left).toEqual([{ task_identifier: 'waiting' }]);
});

it('returns no task that goes on with another job', async () => {
  const { database } = await useTestDatabase();
  const payload = { taskId: '0b5c2a52-8f0c-4b0e-9f39-0c9d7a7f4c11' };
  const key = { jobKey: 'one job of the task' };
  await enqueueJob(database.fork(), 'step', payload, { maxAttempts: 3, ...key });
  await query(
    database,
    sql`
    update ${sql.table('graphile_worker._private_jobs')} set locked_by = 'lost', locked_at = now(), attempts = 1
  `,
  );
  await enqueueJob(database.fork(), 'step', payload, { maxAttempts: 3, ...key });
  await query(database, sql`select graphile_worker.force_unlock_workers(array['lost'])`);
  expect(await query(database, deleteExhaustedJobs)).toEqual([{ task_id: null }]);
  expect(await query(database, sql`select attempts from graphile_worker.jobs`)).toEqual([{ attempts: 0 }]);
});

describe('a scheduled job', () => {
  const daily = { name: 'daily', everyS: 86_400, atS: 0 };
  const frequent = { name: 'frequent', everyS: 21_600, atS: 0 };

  async function useSchedule() {
    const { database } = await useTestDatabase();
    return {
      enqueue: (...jobs: (typeof daily)[]) => enqueueScheduledJobs(database.fork(), jobs),
      /** Moves the times of the last runs, which moves the database's clock the other way. */
      moveLastRuns: (interval: string) =>
        query(
          database,
          sql`update graphile_worker._private_known_crontabs
            set known_since = now() - interval '1 month', last_execution = last_execution + ${interval}::interval`,
        ),
      /** The waiting jobs; deletes them, as a worker does that has run them. */
      async run() {
        const jobs = await query(
          database,
          sql<{ task: string }>`
            select task_identifier as task from graphile_worker.jobs where run_at <= now() order by task
          `,
        );
        await query(
          database,
          sql`select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))`,
        );
        return jobs.map(({ task }) => task);
      },
      wasScheduled: () => wasScheduledWithin(database.fork(), 'daily', 86_400),
    };
  }

  it('waits for the next time when a job is new in the schedule', async () => {
    const { enqueue, run, wasScheduled } = await useSchedule();
    expect(await wasScheduled()).toBe(false);
    await enqueue(daily, frequent);
    expect([await run(), await wasScheduled()]).toEqual([[], true]);
  });

  it('runs once after a jump of the clock by 13 hours, and after one back', async () => {
    const { enqueue, moveLastRuns, run } = await useSchedule();
    await enqueue(daily, frequent);
    for (const interval of ['-13 hours -30 minutes', '400 days']) {
      await moveLastRuns(interval);
      await enqueue(frequent);
      await enqueue(frequent);
      expect([interval, await run()]).toEqual([interval, ['frequent']]);
    }
  });

  it('enqueues a job once for several workers, and not again while it waits', async () => {
    const { enqueue, moveLastRuns, run } = await useSchedule();
    await Promise.all(Array.from({ length: 8 }, () => enqueue(daily, frequent)));
    expect(await run()).toEqual([]);
    for (let missed = 0; missed < 2; missed += 1) {
      await moveLastRuns('-2 days');
      await Promise.all(Array.from({ length: 8 }, () => enqueue(daily, frequent)));
    }
    expect(await run()).toEqual(['daily', 'frequent']);
  });
});

it('finds private tables named in no other file of the program', () => {
  const files = globSync('{apps,packages}/*/src/**/*.ts', { cwd: projectDir, exclude: ['**/*.test.ts'] });
  const naming = files.filter((file) => readFileSync(join(projectDir, file), 'utf8').includes('_private_'));
  expect(naming).toEqual(['packages/db/src/graphile-internals.ts']);
});
