import {
  chmodSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { apiClient } from '@stockbook/testing';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { stop } from '../lib/first-start.mjs';
import { projectRoot } from '../lib/root.mjs';
import { maxReleaseBytes } from '../lib/sizes.mjs';
import { startNpm, startProgram } from '../lib/testing.mjs';

const timeoutMs = 280_000;

/** @type {string} */
let folder;
/** @type {string} */
let file;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'stockbook-packed-'));
  // The account that PostgreSQL runs as must reach its files.
  chmodSync(folder, 0o755);
  mkdirSync(join(folder, 'mein Börsenbuch'));
  const npm = startNpm(['run', '--silent', 'pack', '--', folder]);
  expect(await npm.closed, npm.lines.join('\n')).toBe(0);
  [file = ''] = globSync(join(folder, 'stockbook-*.tgz'));
}, timeoutMs);
afterAll(() => rmSync(folder, { recursive: true }));

/** An empty home folder. */
const home = () => join(folder, 'mein Börsenbuch');
const dataFolder = () => join(home(), '.local/share/stockbook');

/** The folder in which npx has installed the packages. */
function installedFolder() {
  const [program = ''] = globSync('.npm/_npx/*/node_modules/stockbook', { cwd: home() });
  return dirname(join(home(), program));
}

/** @param {string} program @param {string[]} args */
function start(program, args) {
  const env = {
    HOME: home(),
    XDG_DATA_HOME: '',
    XDG_CACHE_HOME: '',
    XDG_CONFIG_HOME: '',
    DATA_DIR: '',
    // May name another registry.
    npm_config_userconfig: join(homedir(), '.npmrc'),
    PORT: '0',
    MARKET_DATA: 'simulated',
    LOG_LEVEL: 'warn',
  };
  const child = startProgram(program, args, { cwd: folder, env });
  onTestFinished(() => stop(child));
  return child;
}

/** @param {string[]} args */
async function run(args) {
  const program = start(join(installedFolder(), '.bin/stockbook'), args);
  return { code: await program.closed, lines: program.lines };
}

/**
 * The address of a server when it is ready.
 *
 * @param {ReturnType<typeof start>} program
 */
async function ready({ lines, isRunning }) {
  const url = () => lines.join('\n').match(/^Stockbook is ready at (http:\/\/localhost:\d+)$/m)?.[1];
  await expect.poll(() => url() !== undefined || !isRunning(), { timeout: timeoutMs }).toBe(true);
  expect(url(), lines.join('\n')).toBeDefined();
  return url() ?? '';
}

const account = { email: 'a@example.com', username: 'packed', password: 'a long and private sentence' };

it(
  'starts by npx in an empty home folder, calculates in threads, and backs up',
  async () => {
    const server = start('npx', ['--yes', `./${basename(file)}`]);
    const url = await ready(server);
    /** @type {{ access_token: string }} */
    const { access_token } = await apiClient(url).call('POST', '/auth/register', account);
    const api = apiClient(url, access_token);
    await api.runTask('/stocks', { symbol: 'AAPL' });
    await api.runTask('/indicators/calculate', { stock_symbol: 'AAPL', ta_indicator: 'RSI' });
    const rule = { when: 'rsi(14) crosses above 30', symbol: 'AAPL', since: '2020-01-01' };
    expect(await api.call('POST', '/signals/preview', rule)).toMatchObject({ sentence: expect.any(String) });
    const portfolio = { name: 'Mine', currency: 'USD', cash_tracking: false };
    /** @type {{ id: string }} */
    const { id } = await api.call('POST', '/portfolios', portfolio);
    const path = `/portfolios/${id}`;
    const purchase = {
      type: 'BUY',
      date: '2024-05-20',
      symbol: 'AAPL',
      quantity: 3,
      price: 190,
      currency: 'USD',
    };
    await api.call('POST', `${path}/transactions`, purchase);
    expect((await api.send('GET', `${path}/performance/days.csv`)).status).toBe(200);
    expect((await api.send('GET', `${path}/transactions/export.csv`)).status).toBe(200);
    expect((await fetch(`${url}/api/docs/swagger-ui-bundle.js`)).status).toBe(200);
    expect(await (await fetch(url, { headers: { accept: 'text/html' } })).text()).toContain('<title>');
    expect(await run(['backup', 'everything.sql.gz'])).toEqual({
      code: 0,
      lines: [`stockbook: everything is in ${join(folder, 'everything.sql.gz')}.`],
    });
    await stop(server);
    expect(existsSync(join(dataFolder(), 'postgres/postmaster.pid'))).toBe(false);
  },
  timeoutMs,
);

it('takes little space, and lists its parts', async () => {
  const { code, lines } = await run(['doctor', '--size']);
  const sizes = lines.map((line) => line.match(/^ *(\d+) MB {2}([^,]+)/) ?? []);
  const names = ['program', 'Node.js', 'PostgreSQL', 'packages', 'caches', 'data', 'in total'];
  expect([code, sizes.map(([, , name]) => name)]).toEqual([0, names]);
  expect(Number(sizes.at(-1)?.[1]) * 1e6, lines.join('\n')).toBeLessThan(maxReleaseBytes);
});

it('contains no module that Node.js refuses to run below node_modules', () => {
  const modules = globSync(join(installedFolder(), 'stockbook/apps/server/**/*.{js,ts}'));
  expect(modules.filter((path) => path.endsWith('.ts'))).toEqual([]);
  const threads = /new URL\("[^"]+\.ts", import\.meta\.url\)(?!\.href)/;
  expect(modules.filter((path) => threads.test(readFileSync(path, 'utf8')))).toEqual([]);
});

it('contains the licences of the packages whose code is in its bundles', () => {
  const text = readFileSync(join(installedFolder(), 'stockbook/THIRD-PARTY-LICENCES.txt'), 'utf8');
  const [server = '', web = ''] = text.split('\nWeb client\n');
  /** @param {string} part */
  const packages = (part) =>
    part
      .split(/^-{80}$/m)
      .slice(1)
      .map((section) => section.trim().match(/^(\S+) \S+ \((.+)\)(?:\n\n(.+))?/s) ?? []);
  const ofServer = packages(server).map(([, name]) => name);
  expect(ofServer).toEqual(
    expect.arrayContaining(['fastify', 'pg', 'zod', '@mikro-orm/core', 'graphile-worker']),
  );
  const ofWeb = packages(web).map(([, name]) => name);
  const expected = [
    'react',
    'lightweight-charts',
    '@fontsource-variable/inter',
    'tailwindcss',
    'workbox-precaching',
  ];
  expect(ofWeb).toEqual(expect.arrayContaining(expected));
  // Some packages have no such file; their manifest names the licence.
  const withoutText = packages(text).filter(([, , , terms]) => terms === undefined);
  expect(withoutText.filter(([, , licence]) => licence === 'see below')).toEqual([]);
});

it(
  'restores a backup into another data folder, and starts again there',
  async () => {
    const other = join(home(), 'other data');
    expect(await run(['restore', 'everything.sql.gz', '--keep-tokens', '--data', other])).toEqual({
      code: 0,
      lines: [expect.stringMatching(/^stockbook: everything is as it was on /)],
    });
    const server = start(join(installedFolder(), '.bin/stockbook'), [`--data=${other}`]);
    await ready(server);
    const { lines } = await run(['admin', 'list-users', '--data', other]);
    expect(lines[1]).toMatch(/^a@example\.com\tpacked\t/);
    expect(server.lines[0]).toBe(`stockbook: data and settings are in ${other}.`);
    expect(statSync(other).mode & 0o777).toBe(0o700);
  },
  timeoutMs,
);

it(
  'restores a backup of version 0.1.0 and migrates it',
  async () => {
    const data = join(home(), 'data of 0.1.0');
    const backup = join(projectRoot, 'packages/db/test/fixtures/backup-0.1.0.sql.gz');
    expect((await run(['restore', backup, '--data', data])).code).toBe(0);
    const { lines } = await run(['admin', 'list-users', '--data', data]);
    expect(lines[1]).toMatch(/^demo@example\.com\tdemo\t/);
  },
  timeoutMs,
);

it('prints its version and its commands, and refuses what it cannot do', async () => {
  const { version } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'));
  expect(await run(['--version'])).toEqual({ code: 0, lines: [version] });
  expect((await run(['--help'])).lines[0]).toBe('Usage:');
  expect((await run(['admin'])).lines[1]).toBe('  stockbook admin list-users');
  expect((await run(['backup'])).lines).toEqual([
    'stockbook: name the file, for example: stockbook backup stockbook.sql.gz',
  ]);
  const unknown = await run(['stopp']);
  expect([unknown.code, unknown.lines[0]]).toEqual([1, 'stockbook: there is no command stopp.']);
  expect(await run(['--data'])).toEqual({
    code: 1,
    lines: ['stockbook: name the folder, for example: stockbook --data ~/stockbook'],
  });
  expect(await run(['install-service'])).toEqual({
    code: 1,
    lines: [expect.stringMatching(/^stockbook: npx keeps Stockbook for a while only\. Install it first/)],
  });
}, 60_000);
