import { mkdtemp, rm } from 'node:fs/promises';
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

/** Starts one PostgreSQL per test run, with a migrated template database for the tests to clone. */
export default async function startPostgres(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'stockbook-test-'));
  const postgres = await startEmbeddedPostgres({ dataDir, durability: 'none' });
  await allowToCreateDatabases(postgres.superuserUrl, postgres.url);
  await createTemplateDatabase(postgres.url);
  project.provide('postgresUrl', postgres.url);
  project.provide('superuserUrl', postgres.superuserUrl);
  return async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
