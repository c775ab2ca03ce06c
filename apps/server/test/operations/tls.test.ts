import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { apiClient, startServer } from '@stockbook/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signUp } from '../faults/support/caller.ts';
import { programFolder, runProgram } from './support/packaged-program.ts';
import { type PostgresServer, startPrimary } from './support/postgres-server.ts';
import { report } from './support/report.ts';
import { runCommand } from './support/run-command.ts';

let folder: string;
let encrypted: PostgresServer;
let plain: PostgresServer;

beforeAll(async () => {
  folder = await programFolder();
  await makeCertificates(folder);
  encrypted = await startPrimary({
    ssl: 'on',
    ssl_cert_file: join(folder, 'server.crt'),
    ssl_key_file: join(folder, 'server.key'),
  });
  plain = await startPrimary();
});
afterAll(async () => {
  await encrypted?.remove();
  await plain?.remove();
  await rm(folder, { recursive: true });
});

/** Makes a certificate authority, and a certificate that it has signed for `localhost`. */
async function makeCertificates(target: string): Promise<void> {
  const key = (name: string) => ['-newkey', 'rsa:2048', '-nodes', '-keyout', join(target, `${name}.key`)];
  const out = (name: string) => ['-out', join(target, `${name}.crt`), '-days', '1'];
  await runProgram('openssl', 'req', '-x509', ...key('root'), ...out('root'), '-subj', '/CN=Test authority');
  await runProgram(
    'openssl',
    ...['req', '-x509', ...key('server'), ...out('server'), '-subj', '/CN=localhost'],
    ...['-addext', 'subjectAltName=DNS:localhost', '-addext', 'basicConstraints=critical,CA:FALSE'],
    ...['-CA', join(target, 'root.crt'), '-CAkey', join(target, 'root.key')],
  );
}

/** The address of a server with an `sslmode`. Only names are verified, not addresses. */
function withTls({ url }: PostgresServer, sslmode: string, database = 'stockbook'): string {
  const options = new URLSearchParams({ sslmode, sslrootcert: join(folder, 'root.crt') });
  return Object.assign(new URL(url), { hostname: 'localhost', pathname: `/${database}`, search: options })
    .href;
}

it('starts, backs up and restores with sslmode verify-full', async () => {
  const url = withTls(encrypted, 'verify-full');
  const server = await startServer({ env: { DATABASE_URL: url } });
  const token = await signUp(server.url, 'careful');
  await apiClient(server.url, token).runTask('/stocks/', { symbol: 'AAPL' });
  const before = await apiClient(server.url, token).call('GET', '/stocks/AAPL/data');
  const connections = await encrypted.query<{ ssl: boolean }>(
    "select ssl from pg_stat_ssl join pg_stat_activity using (pid) where datname = 'stockbook'",
  );
  await server.stop();
  expect(connections.length).toBeGreaterThan(0);
  expect(connections.every(({ ssl }) => ssl)).toBe(true);

  const file = join(folder, 'verify-full.sql.gz');
  expect(await runCommand(url, 'backup', file)).toEqual({
    code: 0,
    lines: [`stockbook: everything is in ${file}.`],
  });
  await encrypted.query('create database restored owner stockbook');
  const restoredUrl = withTls(encrypted, 'verify-full', 'restored');
  expect(await runCommand(restoredUrl, 'restore', file, '--keep-tokens')).toMatchObject({ code: 0 });
  const restored = await startServer({ env: { DATABASE_URL: restoredUrl } });
  expect(await apiClient(restored.url, token).call('GET', '/stocks/AAPL/data')).toEqual(before);
  await restored.stop();
  report(
    `verify-full: ${connections.length} of ${connections.length} connections encrypted; the restored bars are equal`,
  );
});

it('refuses a certificate that another authority has signed with one line', async () => {
  const url = withTls(encrypted, 'verify-full').replace('root.crt', 'server.crt');
  const { code, lines } = await runCommand(url, 'migrate');
  expect([code, ...lines]).toEqual([
    1,
    expect.stringMatching(/^stockbook: the database cannot be reached with TLS \(.*certificate/),
  ]);
});

it.each([
  ['backup', ['none.sql.gz']],
  ['restore', ['verify-full.sql.gz']],
  ['migrate', []],
  ['list-users', []],
] as const)('explains in one line that the server has no TLS: %s', async (command, operands) => {
  const { code, lines } = await runCommand(
    withTls(plain, 'verify-full'),
    ...[command, ...operands.map((name) => join(folder, name))],
  );
  expect([code, ...lines]).toEqual([
    1,
    expect.stringMatching(
      /^(stockbook: )?the database cannot be reached with TLS \(The server does not support SSL connections\): check the sslmode of DATABASE_URL, and the server's certificate$/,
    ),
  ]);
});

it('explains in one line that the server has no TLS: start', async () => {
  await expect(startServer({ env: { DATABASE_URL: withTls(plain, 'verify-full') } })).rejects.toThrow(
    /\nstockbook: the database cannot be reached with TLS \(The server does not support SSL connections\): [^\n]+$/,
  );
});
