import { chown, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { selfSignedCertificate } from '@stockbook/testing';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { backUp } from '../backup/back-up.ts';
import { restore } from '../backup/restore.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../embedded-postgres/embedded-postgres.ts';
import { openDatabase } from './database.ts';
import { describeUnavailable } from './database-unavailable.ts';
import { queryPrepared } from './prepared.ts';

let folder: string;
let rootCertificate: string;
let postgres: EmbeddedPostgres;

/** Connects with options in the URL. @returns whether the connection is encrypted, or the error's description */
async function connect(url: string, options: Record<string, string>): Promise<boolean | string | null> {
  const database = openDatabase({ url: withOptions(url, options), poolSize: 2, warn: () => {} });
  try {
    const [row] = await queryPrepared<{ ssl: boolean }>(
      database,
      'encryption',
      'select ssl from pg_stat_ssl where pid = pg_backend_pid()',
      [],
    );
    await database.ping();
    return row?.ssl ?? null;
  } catch (error) {
    return describeUnavailable(error);
  } finally {
    await database.close();
  }
}

function withOptions(url: string, options: Record<string, string>): string {
  // The driver verifies host names only, not addresses.
  return Object.assign(new URL(url), {
    hostname: 'localhost',
    search: new URLSearchParams(options).toString(),
  }).href;
}

/** Reconfigures the running server to accept TLS connections only. */
async function requireTls(databaseDir: string): Promise<void> {
  const { certificate, key } = selfSignedCertificate('localhost');
  const { uid, gid } = await stat(databaseDir);
  await writeFile(rootCertificate, certificate);
  await writeFile(join(databaseDir, 'server.crt'), certificate);
  await writeFile(join(databaseDir, 'server.key'), key, { mode: 0o600 });
  await chown(join(databaseDir, 'server.key'), uid, gid);
  await writeFile(join(databaseDir, 'postgresql.auto.conf'), 'ssl = on\n');
  await writeFile(join(databaseDir, 'pg_hba.conf'), 'hostssl all all 127.0.0.1/32 scram-sha-256\n');
  const [pid] = (await readFile(join(databaseDir, 'postmaster.pid'), 'utf8')).split('\n');
  process.kill(Number(pid), 'SIGHUP');
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stockbook-tls-'));
  rootCertificate = join(folder, 'root.crt');
  postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'data'), durability: 'none' });
  await requireTls(join(folder, 'data/postgres'));
  await vi.waitFor(
    async () => expect(await connect(postgres.url, { sslmode: 'require' })).toBe(true),
    10_000,
  );
});

afterAll(async () => {
  await postgres?.stop();
  await rm(folder, { recursive: true });
});

describe('with a server that accepts TLS connections only', () => {
  it.each(['prefer', 'require', 'no-verify'])(
    'connects without verification with sslmode %s',
    async (sslmode) => {
      expect(await connect(postgres.url, { sslmode })).toBe(true);
    },
  );

  it.each(['require', 'verify-ca', 'verify-full'])(
    'verifies the server with sslmode %s and an sslrootcert',
    async (sslmode) => {
      expect(await connect(postgres.url, { sslmode, sslrootcert: rootCertificate })).toBe(true);
      const other = join(folder, 'other.crt');
      await writeFile(other, selfSignedCertificate('localhost').certificate);
      expect(await connect(postgres.url, { sslmode, sslrootcert: other })).toMatch(
        /^the database cannot be reached with TLS \(.*certificate.*\): check the sslmode of DATABASE_URL/,
      );
    },
  );

  it('rejects an unknown certificate with sslmode verify-full', async () => {
    expect(await connect(postgres.url, { sslmode: 'verify-full' })).toMatch(
      /^the database cannot be reached with TLS \(self-signed certificate/,
    );
  });

  it('uses channel binding when required', async () => {
    expect(await connect(postgres.url, { sslmode: 'require', channel_binding: 'require' })).toBe(true);
  });

  it('fails without TLS', async () => {
    const rejection = /no pg_hba\.conf entry .* no encryption/;
    expect(await connect(postgres.url, {})).toMatch(rejection);
    expect(await connect(postgres.url, { sslmode: 'disable' })).toMatch(rejection);
  });

  it('migrates, backs up and restores over TLS', async () => {
    const url = withOptions(postgres.url, { sslmode: 'require' });
    const database = openDatabase({ url, poolSize: 2, warn: () => {} });
    await database.migrate();
    await database.close();
    const script = await text(Readable.from(backUp(url)));
    await restore(url, Readable.from([Buffer.from(script)]));
  });
});

describe('with a server without TLS', () => {
  it.each(['prefer', 'require', 'verify-full'])('fails with sslmode %s', async (sslmode) => {
    expect(await connect(inject('postgresUrl'), { sslmode })).toBe(
      "the database cannot be reached with TLS (The server does not support SSL connections): check the sslmode of DATABASE_URL, and the server's certificate",
    );
  });
});

describe('openDatabase', () => {
  it.each([
    [
      { sslmode: 'nonsense' },
      'The sslmode of DATABASE_URL must be one of disable, prefer, require, verify-ca',
    ],
    [{ sslmode: 'verify-ca' }, 'The sslmode verify-ca of DATABASE_URL needs an sslrootcert.'],
    [{ sslrootcert: '/no/such/file' }, 'The sslrootcert of DATABASE_URL cannot be read: /no/such/file'],
  ])('rejects the URL options %j', async (options, message) => {
    const url = withOptions(inject('postgresUrl'), options);
    expect(() => openDatabase({ url, poolSize: 2, warn: () => {} })).toThrow(message);
  });
});
