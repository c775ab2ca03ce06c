import { randomUUID } from 'node:crypto';
import { inject, onTestFinished } from 'vitest';
import { type Database, openDatabase } from '../connection/database.ts';
import { createEmptyDatabase, databaseUrl, dropDatabase } from './admin.ts';
import type {} from './provided-context.ts';
import { templateName } from './template-name.ts';

export interface TestDatabase {
  readonly url: string;
  readonly database: Database;
  /** Closes the connections and drops the database. */
  drop(): Promise<void>;
}

/** Creates a database for one test: migrated (a clone of the template) or empty. */
export async function createTestDatabase(kind: 'migrated' | 'empty' = 'migrated'): Promise<TestDatabase> {
  const serverUrl = inject('postgresUrl');
  const name = `test_${randomUUID()}`;
  await createEmptyDatabase(serverUrl, name, kind === 'migrated' ? templateName : 'template0');
  const url = databaseUrl(serverUrl, name);
  const warnings: string[] = [];
  const database = openDatabase({ url, poolSize: 10, warn: (message) => warnings.push(message) });
  return {
    url,
    database,
    async drop() {
      await database.close();
      await dropDatabase(inject('superuserUrl'), name);
      if (warnings.length > 0) throw new Error(`the driver logged warnings: ${warnings.join('; ')}`);
    },
  };
}

/** Like `createTestDatabase`, and drops the database when the current test finishes. */
export async function useTestDatabase(kind: 'migrated' | 'empty' = 'migrated'): Promise<TestDatabase> {
  const testDatabase = await createTestDatabase(kind);
  onTestFinished(() => testDatabase.drop());
  return testDatabase;
}
