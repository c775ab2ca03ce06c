import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createTestDatabase } from '@stockbook/db/testing';
import { programFile } from '@stockbook/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const startCommand = fileURLToPath(new URL('../../../../tools/commands/start.mjs', import.meta.url));

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stockbook-start-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Starts the program with settings that make the start fail, and waits for the exit. */
async function failToStart(
  env: Record<string, string>,
  args: readonly string[] = [programFile],
): Promise<{ code: unknown; lines: string[] }> {
  const { code, stderr } = await new Promise<{ code: unknown; stderr: string }>((resolve) => {
    execFile(
      process.execPath,
      args,
      {
        // A program that starts nevertheless would never exit.
        timeout: 25_000,
        env: { ...process.env, PORT: '0', MARKET_DATA: 'simulated', LOG_LEVEL: 'warn', ...env },
      },
      (error, _, stderr) => resolve({ code: error?.code, stderr }),
    );
  });
  return { code, lines: stderr.trimEnd().split('\n') };
}

describe('a failed start prints one line', () => {
  it('prints one line for each invalid variable', async () => {
    const { code, lines } = await failToStart({ PORT: 'abc', ROLE: 'king', DATABASE_URL: '' });
    expect(code).toBe(1);
    expect(lines).toEqual([
      'stockbook: PORT must be a whole number from 0 to 65535',
      'stockbook: ROLE must be all, web or worker',
    ]);
  });

  it.each([
    ['freebsd', 'arm64'],
    ['win32', 'arm64'],
    ['linux', 'riscv64'],
  ])('prints one line on a machine that is not supported: %s-%s', async (platform, arch) => {
    const machine = `Object.defineProperties(process, { platform: { value: '${platform}' }, arch: { value: '${arch}' } })`;
    const { code, lines } = await failToStart({}, [
      `--import=data:text/javascript,${encodeURIComponent(machine)}`,
      startCommand,
    ]);
    expect(code).toBe(1);
    expect(lines).toEqual([
      `stockbook: Stockbook does not start on ${platform}-${arch}: it needs Linux with glibc (Alpine has musl) or macOS, on x64 or arm64, or Windows on x64. Elsewhere use the container (docker compose).`,
    ]);
  });

  it.each(['PORT', 'METRICS_PORT'])('prints one line for a %s that is in use', async (name) => {
    const database = await createTestDatabase();
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    const port = typeof address === 'object' && address ? String(address.port) : '';
    const { code, lines } = await failToStart({ [name]: port, DATABASE_URL: database.url });
    other.close();
    await database.drop();
    expect(code).toBe(1);
    expect(lines).toEqual([
      `stockbook: port ${port} of 127.0.0.1 is taken: stop what uses it, or set ${name} to another`,
    ]);
  });

  it.each([
    // TEST-NET-3 (RFC 5737): assigned to no host.
    ['', '203.0.113.1'],
    ['', 'no.such.host.invalid'],
    ['METRICS_', '203.0.113.1'],
  ])('prints one line for a %sHOST that is not an address of this machine: %s', async (prefix, host) => {
    const database = await createTestDatabase();
    const address = { [`${prefix}HOST`]: host, [`${prefix}PORT`]: '4321' };
    const { code, lines } = await failToStart({ ...address, DATABASE_URL: database.url });
    await database.drop();
    expect(code).toBe(1);
    expect(lines).toEqual([
      `stockbook: cannot listen on ${host}:4321: set ${prefix}HOST and ${prefix}PORT to an address of this machine`,
    ]);
  });

  it('prints one line for a database that cannot be reached', async () => {
    const { code, lines } = await failToStart({
      DATABASE_URL: 'postgres://reader:secret@127.0.0.1:1/nothing',
    });
    expect(code).toBe(1);
    expect(lines).toEqual([
      'stockbook: the database cannot be reached (connect ECONNREFUSED 127.0.0.1:1): check DATABASE_URL, and that PostgreSQL runs',
    ]);
  });

  it('prints one line for a database without the TLS that its URL requires', async () => {
    const database = await createTestDatabase();
    const { code, lines } = await failToStart({ DATABASE_URL: `${database.url}?sslmode=require` });
    await database.drop();
    expect(code).toBe(1);
    expect(lines).toEqual([
      "stockbook: the database cannot be reached with TLS (The server does not support SSL connections): check the sslmode of DATABASE_URL, and the server's certificate",
    ]);
  });

  it('prints one line for an invalid option in the database URL', async () => {
    const { code, lines } = await failToStart({ DATABASE_URL: 'postgres://x:y@127.0.0.1/z?sslmode=on' });
    expect(code).toBe(1);
    expect(lines).toEqual([
      'stockbook: The sslmode of DATABASE_URL must be one of disable, prefer, require, verify-ca, verify-full.',
    ]);
  });

  it('prints one line for a data folder that is not writable', async () => {
    // A file as parent folder: permissions would not stop root.
    const file = join(folder, 'file');
    await writeFile(file, '');
    const { code, lines } = await failToStart({ DATABASE_URL: '', DATA_DIR: join(file, 'data') });
    expect(code).toBe(1);
    expect(lines).toEqual([
      `stockbook: Cannot write to the data folder ${join(file, 'data')} (ENOTDIR): make it writable for this user, or set DATA_DIR to another folder.`,
    ]);
  });
});
