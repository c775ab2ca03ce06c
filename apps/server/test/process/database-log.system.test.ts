import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase, startEmbeddedPostgres } from '@stockbook/db';
import { startServer } from '@stockbook/testing';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'stockbook-database-log-'));
});
afterAll(() => rm(dataDir, { recursive: true, maxRetries: 10, retryDelay: 100 }));

async function startWeb(databaseUrl: string) {
  const server = await startServer({
    env: { ROLE: 'web', DATABASE_URL: databaseUrl, DATA_DIR: dataDir, LOG_LEVEL: 'debug' },
  });
  onTestFinished(async () => void (await server.stop()));
  return server;
}

it('simultaneous sign-ups with one email leave neither it nor a password hash in the log', async () => {
  const server = await startWeb('');
  const email = 'secret-email@example.com';
  const statuses = await Promise.all(
    Array.from({ length: 12 }, async (_, index) => {
      const { status } = await fetch(`${server.url}/api/auth/register`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, username: `user-${index}`, password: 'a long and private sentence' }),
      });
      return status;
    }),
  );
  expect(statuses.toSorted()).toEqual([201, ...Array<number>(11).fill(409)]);
  await server.stop();
  const output = server.lines.join('\n');
  expect(output).toContain('database system is shut down');
  expect(output).not.toContain(email);
  expect(output).not.toContain('argon2');
  expect(output).not.toContain('may write emails');
});

it('warns at startup when the server of DATABASE_URL logs values', async () => {
  const postgres = await startEmbeddedPostgres({ dataDir, durability: 'none' });
  onTestFinished(() => postgres.stop());
  const asSuperuser = openDatabase({ url: postgres.superuserUrl, poolSize: 1, warn: () => {} });
  await (await asSuperuser.pool()).query(`alter role stockbook_app set log_error_verbosity = 'default'`);
  await asSuperuser.close();
  const server = await startWeb(postgres.url);
  await server.stop();
  expect(server.lines.join('\n')).toMatch(
    /log_error_verbosity = terse.*PostgreSQL may write emails and notes/,
  );
});
