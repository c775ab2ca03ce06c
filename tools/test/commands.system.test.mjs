import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { projectRoot } from '../lib/root.mjs';
import { startNpm } from '../lib/testing.mjs';

const timeoutMs = 120_000;

/** @type {string} */
let dataDir;
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'stockbook-commands-'));
});
afterAll(() => rmSync(dataDir, { recursive: true }));

/**
 * Runs one of the project's npm scripts to its end, on a data folder of its own.
 *
 * @param {string[]} args
 * @param {{ cwd?: string, env?: Record<string, string>, input?: string }} [options]
 */
async function run([script = '', ...args], { cwd = projectRoot, env = {}, input = '' } = {}) {
  const npm = startNpm(['run', '--silent', script, '--', ...args], {
    cwd,
    env: { DATA_DIR: dataDir, ...env },
    input,
  });
  const code = await npm.closed;
  return { code, lines: npm.lines.filter((line) => !line.startsWith('npm warn')) };
}

describe('without DATABASE_URL and without a running server', () => {
  it(
    'migrates the embedded database, and works on it',
    async () => {
      expect(await run(['migrate'])).toEqual({ code: 0, lines: ['stockbook: the schema is the newest'] });
      expect(await run(['admin', 'list-users'])).toEqual({ code: 0, lines: ['email\tusername\tsince'] });
    },
    timeoutMs,
  );

  it(
    'backs up to a file named relative to the folder where npm was called',
    async () => {
      const cwd = join(projectRoot, 'docs');
      const file = join(dataDir, 'empty.sql.gz');
      const { code, lines } = await run(['backup', relative(cwd, file)], { cwd });
      expect([code, lines]).toEqual([0, [`stockbook: everything is in ${file}.`]]);
      expect(existsSync(file)).toBe(true);
    },
    timeoutMs,
  );
});

it('lists what the parts of the project take on the disk, with the data of another folder', async () => {
  const { code, lines } = await run(['doctor', '--size']);
  expect(code).toBe(0);
  const names = lines.map((line) => line.match(/^ *\d+ MB {2}([^,]+)/)?.[1]);
  expect(names.filter((name) => name !== 'caches' && name !== 'history of the source')).toEqual([
    'program',
    'Node.js',
    'PostgreSQL',
    'packages',
    'data',
    'in total',
  ]);
  expect(lines.at(-1)).toMatch(
    /^ *\d+ MB {2}in total, without data and history of the source; a first start leaves 500 MB at most$/,
  );
});

describe('with a running server', () => {
  it(
    'works on its embedded database, and leaves it running',
    async () => {
      const server = startNpm(['run', 'start'], {
        env: { DATA_DIR: dataDir, PORT: '0', MARKET_DATA: 'simulated', LOG_LEVEL: 'warn' },
      });
      onTestFinished(async () => {
        if (server.isRunning()) process.kill(-server.pid, 'SIGINT');
        await server.closed;
      });
      const address = () =>
        server.lines.join('\n').match(/^Stockbook is ready at http:\/\/localhost:(\d+)$/m)?.[1];
      await expect.poll(address, { timeout: timeoutMs }).toBeDefined();
      const url = `http://127.0.0.1:${address()}/api`;
      const account = { email: 'a@example.com', username: 'listed', password: 'a long and private sentence' };
      const headers = { 'content-type': 'application/json' };
      await fetch(`${url}/auth/register`, { method: 'POST', headers, body: JSON.stringify(account) });
      const { code, lines } = await run(['admin', 'list-users']);
      expect([code, lines[1]]).toEqual([0, expect.stringMatching(/^a@example\.com\tlisted\t/)]);
      expect((await run(['migrate'])).code).toBe(0);
      expect((await fetch(`${url}/health`)).status).toBe(200);
    },
    2 * timeoutMs,
  );
});

it.each([
  [['admin', 'reset-password', 'a@example.com', '--password-stdin'], {}, /^Password must be at least 8/],
  [['admin', 'list-users'], { PORT: 'abc' }, /PORT must be a whole number/],
  [['migrate'], { PORT: 'abc' }, /^stockbook: PORT must be a whole number/],
  [['backup'], {}, /^stockbook: name the file, for example: npm run backup -- stockbook\.sql\.gz$/],
  [
    ['restore', 'a.gz', '--force'],
    {},
    /^stockbook: name the file, .*restore -- stockbook\.sql\.gz \[--keep-tokens\]$/,
  ],
  [
    ['restore', '/nowhere/a.gz'],
    {},
    /^stockbook: \/nowhere\/a\.gz cannot be opened \(ENOENT\): check its name\.$/,
  ],
  [
    ['migrate'],
    { DATABASE_URL: 'postgres://x:x@127.0.0.1:1/x' },
    /^stockbook: .*ECONNREFUSED 127\.0\.0\.1:1/,
  ],
])(
  'passes arguments and standard input on, and names an error in one line: %j %j',
  async (args, env, line) => {
    const { code, lines } = await run(args, { env, input: 'short\n' });
    expect(code).toBe(1);
    expect(lines).toEqual([expect.stringMatching(line)]);
  },
  timeoutMs,
);
