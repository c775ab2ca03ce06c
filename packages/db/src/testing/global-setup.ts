import { mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../connection/database.ts';
import { startEmbeddedPostgres } from '../embedded-postgres/embedded-postgres.ts';
import { allowToCreateDatabases, createEmptyDatabase, databaseUrl } from './admin.ts';
import type {} from './provided-context.ts';
import { templateName } from './template-name.ts';

/** Creates the migrated database that tests clone. */
export async function createTemplateDatabase(serverUrl: string): Promise<void> {
  await createEmptyDatabase(serverUrl, templateName);
  const template = openDatabase({
    url: databaseUrl(serverUrl, templateName),
    poolSize: 2,
    warn: (message) => process.stderr.write(`${message}\n`),
  });
  await template.migrate();
  await template.close();
}

/** Linux keeps it in memory. Each test creates a database, which is 300 files: on some disks, half a second. */
const sharedMemory = '/dev/shm';
/** In bytes. Containers often have 64 MiB. */
const minSharedMemory = 2 ** 30;

async function findParentFolder(): Promise<string> {
  const { bavail, bsize } = await statfs(sharedMemory).catch(() => ({ bavail: 0, bsize: 0 }));
  return bavail * bsize < minSharedMemory ? tmpdir() : sharedMemory;
}

/** Starts one PostgreSQL for all projects of a test run, with a migrated template database for the tests to clone. */
export default async function startPostgres({
  vitest,
}: TestProject): Promise<(() => Promise<void>) | undefined> {
  const run = vitest.getRootProject();
  if (run.getProvidedContext().postgresUrl !== undefined) return undefined;
  const dataDir = await mkdtemp(join(await findParentFolder(), 'stockbook-test-'));
  const postgres = await startEmbeddedPostgres({ dataDir, durability: 'none' });
  await allowToCreateDatabases(postgres.superuserUrl, postgres.url);
  await createTemplateDatabase(postgres.url);
  run.provide('postgresUrl', postgres.url);
  run.provide('superuserUrl', postgres.superuserUrl);
  return async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
