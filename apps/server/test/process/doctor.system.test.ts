import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { sql } from '@stockbook/db/testing';
import { expect, it } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { runScheduledBackup } from '../../src/backups/scheduled-backup.ts';
import { useHarness } from '../support/harness.ts';

const harness = useHarness();
const program = fileURLToPath(new URL('../../src/cli.ts', import.meta.url));

/** Runs the doctor. @returns the exit code, and the lines by subject */
async function doctor(env: Record<string, string>) {
  const { code, stdout } = await new Promise<{ code: unknown; stdout: string }>((resolve) => {
    execFile(
      process.execPath,
      [program, 'doctor'],
      { env: { ...process.env, MARKET_DATA: 'simulated', PORT: '0', ...env } },
      (error, stdout) => resolve({ code: error?.code ?? 0, stdout }),
    );
  });
  const lines = stdout.trimEnd().split('\n');
  return {
    code,
    lines: Object.fromEntries(
      lines
        .map((line) => line.split(/ {2,}/, 3))
        .map(([state, subject, text]) => [subject, `${state}: ${text}`]),
    ),
  };
}

it('finds nothing to do with a live worker and a verified backup', async () => {
  const url = harness().databaseUrl;
  const folder = `${tmpdir()}/stockbook-doctor-${process.pid}`;
  const plan = { folder, keep: 1, url, isEmbedded: false };
  expect(await runScheduledBackup(harness().services, plan)).toBe(true);
  const { code, lines } = await doctor({ DATABASE_URL: url, BACKUP_DIR: folder });
  await rm(folder, { recursive: true });
  expect(lines).toEqual({
    version: `ok: ${packageJson.version}`,
    'Node.js': `ok: ${process.versions.node} on ${process.platform}-${process.arch}`,
    port: 'ok: 0 of 127.0.0.1 is free: the server is not running here',
    BACKUP_DIR: expect.stringMatching(`^ok: ${folder}, [\\d.]+ GB free$`),
    database: expect.stringMatching(/^ok: PostgreSQL \d+/),
    TLS: 'ok: not needed: the database is on this machine',
    clock: expect.stringMatching(/^ok: within \d\.\d s of the database's$/),
    schema: 'ok: up to date',
    worker: 'ok: alive',
    backup: 'ok: the last one is restorable',
    prices: 'ok: simulated',
    quotes: 'ok: Prices during the session: simulated',
  });
  expect(code).toBe(0);
});

it('finds that a newer version has migrated the database', async () => {
  const { databaseUrl: url, services } = harness();
  const db = services.database.fork().getKysely();
  await sql`insert into schema_migration (name) values ('9999-newer')`.execute(db);
  const { code, lines } = await doctor({ DATABASE_URL: url });
  await sql`delete from schema_migration where name = '9999-newer'`.execute(db);
  expect([code, lines.schema]).toEqual([
    1,
    'problem: a newer Stockbook has migrated it (9999-newer): start that one, or restore a backup of this one',
  ]);
});

it('says what to do about each problem, with exit code 1', async () => {
  const other = createServer((_, response) => {
    response.setHeader('date', new Date(Date.now() - 4 * 60_000).toUTCString());
    response.end('{}');
  }).listen(0, '127.0.0.1');
  await once(other, 'listening');
  const address = other.address();
  const port = typeof address === 'object' && address ? String(address.port) : '';
  const { code, lines } = await doctor({
    PORT: port,
    DATABASE_URL: 'postgres://user:secret@127.0.0.1:1/stockbook',
    MARKET_DATA: 'yahoo',
    YAHOO_URL: `http://127.0.0.1:${port}`,
  });
  other.close();
  expect(code).toBe(1);
  expect(lines).toMatchObject({
    port: `problem: ${port} of 127.0.0.1 is used by another program: stop it, or set PORT`,
    database:
      'problem: the database cannot be reached (connect ECONNREFUSED 127.0.0.1:1): check DATABASE_URL, and that PostgreSQL runs',
    prices: expect.stringMatching(/^problem: yahoo does not answer/),
    quotes: expect.stringMatching(
      /^problem: Prices during the session: none \(.+\), pages show closing prices$/,
    ),
    clock: "problem: This machine's clock is 4 minutes ahead: prices and signals are dated wrongly.",
  });
});

it('creates no database where there is none', async () => {
  const { code, lines } = await doctor({ DATABASE_URL: '', DATA_DIR: `${tmpdir()}/stockbook-none` });
  expect(code).toBe(0);
  expect(lines.database).toBe(`ok: none yet: npm start creates it in ${tmpdir()}/stockbook-none`);
});
