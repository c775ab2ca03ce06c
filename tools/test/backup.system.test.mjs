import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import { apiClient, startServer } from '@stockbook/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projectRoot } from '../lib/root.mjs';

/** @type {string} */
let folder;
/** @type {string} */
let file;
const account = { email: 'saver@example.com', username: 'saver', password: 'a long and private sentence' };

/** @param {string} dataDir */
function environment(dataDir) {
  return {
    DATA_DIR: join(folder, dataDir),
    DATABASE_URL: '',
    LOG_LEVEL: 'warn',
  };
}

/**
 * Runs the whole program on a data folder until `use` has ended.
 *
 * @template T
 * @param {string} dataDir
 * @param {(serverUrl: string) => Promise<T>} use
 * @returns {Promise<T>}
 */
async function withServer(dataDir, use) {
  const server = await startServer({ env: environment(dataDir) });
  try {
    return await use(server.url);
  } finally {
    await server.stop();
  }
}

/**
 * The data that the user sees.
 *
 * @param {import('@stockbook/testing').ApiClient} client
 * @returns {Promise<Record<string, any>>}
 */
async function everything({ call }) {
  return {
    me: await call('GET', '/auth/me'),
    stocks: await call('GET', '/stocks/'),
    bars: await call('GET', '/stocks/AAPL/data'),
    indicators: await call('GET', '/indicators/AAPL'),
    strategies: await call('GET', '/strategies/'),
  };
}

/**
 * @param {'backup' | 'restore'} command
 * @param {string} dataDir
 * @param {string} path
 * @param {string[]} options
 */
async function run(command, dataDir, path, ...options) {
  const child = spawn(process.execPath, ['apps/server/src/cli.ts', command, path, ...options], {
    cwd: projectRoot,
    env: { ...process.env, ...environment(dataDir) },
  });
  const closed = once(child, 'close');
  const [out, complaint] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = await closed;
  return { code, out, complaint };
}

/** @type {Awaited<ReturnType<typeof everything>>} */
let before;
/** @type {string} */
let oldToken;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'stockbook-backup-'));
  file = join(folder, 'backup.sql.gz');
  await withServer('first', async (url) => {
    const signedUp = await apiClient(url).send('POST', '/auth/register', account);
    oldToken = String(signedUp.body.access_token);
    const client = apiClient(url, oldToken);
    await client.runTask('/stocks/', { symbol: 'AAPL' });
    await client.call('PATCH', '/stocks/AAPL', {
      notes: 'a tab\t, a \\. and\n\\.\na 💡',
      is_favorite: true,
    });
    await client.call('POST', '/strategies/', { name: 'Hold', rules: { never: ['sell', null, 1.5] } });
    for (const ta_indicator of ['SMA', 'MACD']) {
      await client.runTask('/indicators/calculate', { stock_symbol: 'AAPL', ta_indicator });
    }
    before = await everything(client);
    // Backups must work while the server runs.
    const { code, out, complaint } = await run('backup', 'first', file);
    expect([code, out, complaint]).toEqual([0, `stockbook: everything is in ${file}.\n`, '']);
  });
}, 120_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a backup', () => {
  it('restores everything into an empty database', async () => {
    expect(before.bars.data.length).toBeGreaterThan(5_000);
    expect(before.indicators.total).toBe(2);
    const { code, out, complaint } = await run('restore', 'second', file, '--keep-tokens');
    expect([code, complaint]).toEqual([0, '']);
    expect(out).toMatch(
      /^stockbook: everything is as it was on \d{4}-\d\d-\d\dT[\d:.]+Z\. Sign-ins and personal access tokens are valid as they were then\.\n$/,
    );
    await withServer('second', async (url) => {
      expect(await everything(apiClient(url, oldToken))).toEqual(before);
      const { email, password } = account;
      const signedIn = await apiClient(url).send('POST', '/auth/login', { email, password });
      expect(signedIn.status).toBe(200);
      const client = apiClient(url, String(signedIn.body.access_token));
      // New rows get new numbers.
      await client.runTask('/stocks/', { symbol: 'MSFT' });
      expect(await client.call('GET', '/stocks/')).toMatchObject({ total: 2 });
    });
  }, 120_000);

  it('writes backups that only their owner can read, and overwrites none', async () => {
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const { code, complaint } = await run('backup', 'first', file);
    expect([code, complaint]).toEqual([
      1,
      `stockbook: ${file} is there already: give the backup another name.\n`,
    ]);
  }, 60_000);

  it('restores no backup over existing data', async () => {
    const { code, complaint } = await run('restore', 'first', file);
    expect(code).toBe(1);
    expect(complaint).toMatch(
      /^stockbook: The database is not empty \(there are rows in "\w+"\): restore into a new one\./,
    );
  }, 60_000);

  it('leaves the database empty when it is damaged, truncated, newer or not a backup', async () => {
    const whole = readFileSync(file);
    const script = gunzipSync(whole);
    const broken = {
      'cut.gz': whole.subarray(0, whole.length / 2),
      'damaged.gz': gzipSync(script.toString().replace(/\t\d{4}-\d\d-\d\d\t/, '\tnever\t')),
      'half.gz': gzipSync(script.subarray(0, script.length / 2)),
      'long.gz': gzipSync(Buffer.concat([script, Buffer.alloc(65 * 1024 * 1024, 'a')])),
      'newer.gz': gzipSync(script.toString().replace(/"schema":"[^"]+"/, '"schema":"9999-beyond"')),
      'other.gz': gzipSync('select 1;\n'),
      'plain.txt': Buffer.from('Dear diary,\n'),
    };
    const lines = script.toString().split('\n').length;
    /** @type {Record<string, string>} */
    const complaints = {};
    for (const [name, content] of Object.entries(broken)) {
      writeFileSync(join(folder, name), content);
      const { code, complaint } = await run('restore', 'third', join(folder, name));
      expect(code).toBe(1);
      complaints[name] = complaint.replaceAll(`${folder}/`, '');
    }
    expect(complaints).toEqual({
      'cut.gz': 'stockbook: cut.gz is damaged or not a backup.\n',
      'damaged.gz': 'stockbook: The backup is damaged: invalid input syntax for type date: "never".\n',
      'half.gz': 'stockbook: The backup ends in the middle of a table.\n',
      'long.gz': `stockbook: long.gz is damaged or not a backup: its line ${lines} is longer than 64 MiB.\n`,
      'newer.gz':
        'stockbook: The backup was made by a newer Stockbook (its schema is 9999-beyond): restore it with that one.\n',
      'other.gz': 'stockbook: This file is not a backup of Stockbook.\n',
      'plain.txt': 'stockbook: plain.txt is damaged or not a backup.\n',
    });
  }, 120_000);

  it('ends the sign-ins it contains when it is restored', async () => {
    const { code, out } = await run('restore', 'third', file);
    expect(code).toBe(0);
    expect(out).toMatch(/Sign-ins ended: 1\. Personal access tokens revoked: 0\.\n$/);
    await withServer('third', async (url) => {
      expect((await apiClient(url, oldToken).send('GET', '/auth/me')).status).toBe(401);
    });
  }, 120_000);

  it('does not write through a link that another user has created in its place', async () => {
    const target = join(folder, 'target');
    const planted = join(folder, 'planted.sql.gz');
    symlinkSync(target, `${planted}.part`);
    expect(await run('backup', 'first', planted)).toMatchObject({ code: 0, complaint: '' });
    expect(existsSync(target)).toBe(false);
    expect(lstatSync(planted).isFile()).toBe(true);
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual(['planted.sql.gz.part']);
  }, 60_000);
});
