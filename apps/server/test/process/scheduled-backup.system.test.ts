import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { backupStateRepository, enqueueJob } from '@stockbook/db';
import { pollUntil } from '@stockbook/testing';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type BackupPlan, runScheduledBackup } from '../../src/backups/scheduled-backup.ts';
import { runWorker } from '../../src/worker/run-worker.ts';
import { useHarness } from '../support/harness.ts';

const start = new Date('2026-11-21T02:43:00Z');
let now = start;
const harness = useHarness({ ROLE: 'web' }, () => now);

let parent: string;
beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'stockbook-backups-'));
});
afterAll(() => rm(parent, { recursive: true }));

function planOf(name: string, changes: Partial<BackupPlan> = {}): BackupPlan {
  return { folder: join(parent, name), keep: 2, url: harness().databaseUrl, isEmbedded: false, ...changes };
}

const backUp = (plan: BackupPlan) => runScheduledBackup(harness().services, plan);
const healthOfBackup = async () => (await harness().rest('GET', '/health')).body.backup;

async function lastSuccess(): Promise<string | undefined> {
  const metrics = await harness().metrics.registry.metrics();
  return metrics.split('\n').find((line) => line.startsWith('stockbook_backup_last_success'));
}

it('schedules no backup without a folder', async () => {
  expect([await healthOfBackup(), await lastSuccess()]).toEqual(['off', undefined]);
});

it('keeps the newest backups, readable by their owner only, and leaves other files alone', async () => {
  const plan = planOf('kept');
  for (const day of [0, 1, 2]) {
    now = new Date(start.getTime() + day * 24 * 60 * 60 * 1000);
    expect(await backUp(plan)).toBe(true);
    await writeFile(join(plan.folder, 'other.sql.gz'), '');
  }
  const newest = 'stockbook-2026-11-23T024300Z.sql.gz';
  expect((await readdir(plan.folder)).sort()).toEqual([
    'other.sql.gz',
    'stockbook-2026-11-22T024300Z.sql.gz',
    newest,
  ]);
  expect((await stat(join(plan.folder, newest))).mode & 0o777).toBe(0o600);
  expect(await healthOfBackup()).toBe('healthy');
  expect(await lastSuccess()).toBe(
    `stockbook_backup_last_success_timestamp_seconds{verified="true"} ${now.getTime() / 1000}`,
  );
});

it('restores the backup on trial in a scratch server if the database is embedded', async () => {
  now = new Date('2026-11-24T02:43:00Z');
  expect(await backUp(planOf('embedded', { isEmbedded: true }))).toBe(true);
  expect(await healthOfBackup()).toBe('healthy');
});

it('keeps the backup, unverified, if no scratch server starts', async () => {
  now = new Date('2026-11-24T03:43:00Z');
  const plan = planOf('untried', { isEmbedded: true });
  vi.stubEnv('TMPDIR', join(parent, 'missing'));
  expect(await backUp(plan)).toBe(true);
  vi.unstubAllEnvs();
  expect(await readdir(plan.folder)).toEqual(['stockbook-2026-11-24T034300Z.sql.gz']);
  expect(await lastSuccess()).toContain('{verified="false"}');
});

it('reports the backup as overdue after 36 hours, and as off after 30 days', async () => {
  now = new Date('2026-11-25T15:44:00Z');
  expect(await healthOfBackup()).toBe('overdue');
  now = new Date('2026-12-25T03:43:00Z');
  expect(await healthOfBackup()).toBe('off');
});

it('reports a failure, keeps the time of the last success, and recovers', async () => {
  const file = join(parent, 'a-file');
  await writeFile(file, '');
  now = new Date('2026-11-26T02:43:00Z');
  expect(await backUp(planOf('a-file'))).toBe(false);
  const state = await backupStateRepository.find(harness().services.database.fork());
  expect(state).toMatchObject({
    succeededAt: new Date('2026-11-24T03:43:00Z'),
    error: expect.stringContaining(file),
  });
  expect(await healthOfBackup()).toBe('failed');
  expect(await backUp(planOf('kept'))).toBe(true);
  expect(await healthOfBackup()).toBe('healthy');
});

it('makes the backup in the worker that has a folder, and reports it as pending until the first one has ended', async () => {
  now = new Date('2027-01-27T02:43:00Z');
  expect(await healthOfBackup()).toBe('off');
  const { services } = harness();
  const plan = planOf('by-worker');
  const stop = await runWorker(services, 1, plan);
  expect(await healthOfBackup()).toBe('pending');
  await enqueueJob(services.database.fork(), 'back-up', {}, { maxAttempts: 1 });
  await pollUntil('the backup', async () => (await backupCount(plan)) === 1);
  await pollUntil('its outcome', async () => (await healthOfBackup()) === 'healthy');
  await stop();
});

async function backupCount({ folder }: BackupPlan): Promise<number> {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => name.endsWith('.gz')).length;
}
