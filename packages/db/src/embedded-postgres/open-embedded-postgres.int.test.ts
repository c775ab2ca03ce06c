import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { openEmbeddedPostgres } from './open-embedded-postgres.ts';

async function isAlive(url: string): Promise<unknown> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query('select pg_backend_pid() > 0 as alive');
  await client.end();
  return rows[0]?.alive;
}

it('leaves a running PostgreSQL running, and stops one that it started', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'stockbook-open-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const server = await startEmbeddedPostgres({ dataDir, durability: 'none' });
  const existing = await openEmbeddedPostgres({ dataDir });
  expect(existing.url).toBe(server.url);
  await existing.stop();
  expect(await isAlive(server.url)).toBe(true);
  await server.stop();

  const own = await openEmbeddedPostgres({ dataDir });
  expect(await isAlive(own.url)).toBe(true);
  await own.stop();
  await expect(isAlive(own.url)).rejects.toThrow('ECONNREFUSED');
});
