import {
  chmodSync,
  copyFileSync,
  cpSync,
  globSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pollUntil } from '@stockbook/testing';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { projectRoot } from '../lib/root.mjs';
import { freePorts, startNpm } from '../lib/testing.mjs';

const timeoutMs = 300_000;

/** @type {string} */
let workspace;
beforeAll(() => {
  workspace = copyWorkspace();
}, timeoutMs);
afterAll(() => rmSync(workspace, { recursive: true, force: true }));

/** A copy of the project to edit, whose dependencies are links to the installed ones. */
function copyWorkspace() {
  const copy = mkdtempSync(join(tmpdir(), 'stockbook-dev-'));
  // The account that PostgreSQL runs as must reach its files.
  chmodSync(copy, 0o755);
  const made = ['.git', '.tools', '.data', '.env', 'node_modules', 'e2e'];
  for (const name of readdirSync(projectRoot).filter((name) => !made.includes(name))) {
    cpSync(join(projectRoot, name), join(copy, name), {
      recursive: true,
      verbatimSymlinks: true,
      // Vite's and Turbo's own files come and go while other tests run.
      filter: (path) => !['dist', '.turbo', '.vite', '.vite-temp'].includes(basename(path)),
    });
  }
  mkdirSync(join(copy, 'e2e'));
  copyFileSync(join(projectRoot, 'e2e/package.json'), join(copy, 'e2e/package.json'));
  for (const folder of ['node_modules', '.tools']) {
    mkdirSync(join(copy, folder));
    for (const name of readdirSync(join(projectRoot, folder)).filter((name) => name !== 'bootstrap.lock')) {
      const from = join(projectRoot, folder, name);
      const to = join(copy, folder, name);
      if (lstatSync(from).isFile()) copyFileSync(from, to);
      else symlinkSync(from, to);
    }
  }
  return copy;
}

/**
 * @param {string} path
 * @param {string} from
 * @param {string} to
 */
function edit(path, from, to) {
  const file = join(workspace, path);
  const text = readFileSync(file, 'utf8');
  expect(text).toContain(from);
  writeFileSync(file, text.replace(from, to));
}

/** The commands of the processes that work in the copy, or on its files. */
function processesLeft() {
  return globSync('/proc/[0-9]*').flatMap((folder) => {
    try {
      const command = readFileSync(join(folder, 'cmdline'), 'utf8');
      const isOurs = [command, readlinkSync(join(folder, 'cwd'))].some((text) => text.includes(workspace));
      return isOurs ? [command.replaceAll('\0', ' ')] : [];
    } catch {
      // The process has just exited.
      return [];
    }
  });
}

async function startDev() {
  const [port, webPort] = await freePorts(2);
  const env = { PORT: `${port}`, WEB_PORT: `${webPort}`, DATA_DIR: '', MARKET_DATA: 'simulated' };
  const npm = startNpm(['run', 'dev'], { cwd: workspace, env });
  onTestFinished(async () => {
    if (npm.isRunning()) process.kill(-npm.pid, 'SIGTERM');
    await npm.closed;
  });
  const ready = `stockbook: the page is ready at http://localhost:${webPort}`;
  const isReady = () => {
    if (!npm.isRunning()) throw new Error(npm.lines.join('\n'));
    return npm.lines.includes(ready);
  };
  await pollUntil('the line that the page is ready', isReady, { timeoutMs: 120_000, intervalMs: 100 });
  return { npm, page: `http://127.0.0.1:${webPort}`, server: `http://127.0.0.1:${port}` };
}

/** @param {string} url */
async function textOf(url) {
  const response = await fetch(url);
  return { status: response.status, body: await response.text() };
}

/**
 * The types of the messages that Vite sends to an open page.
 *
 * @param {string} page
 */
async function listenToVite(page) {
  const socket = new WebSocket(page.replace('http', 'ws'), 'vite-hmr');
  /** @type {string[]} */
  const types = [];
  socket.addEventListener('message', ({ data }) => types.push(JSON.parse(data).type));
  await expect.poll(() => types, { timeout: timeoutMs }).toContain('connected');
  return { types, close: () => socket.close() };
}

it(
  'serves the page and the API, follows edits of both, and ends with Ctrl-C',
  async () => {
    const { npm, page, server } = await startDev();
    expect((await textOf(page)).body).toContain('/@vite/client');
    for (const path of ['/api/version', '/trpc/system.version']) {
      const answer = await textOf(`${page}${path}`);
      expect([path, answer.status]).toEqual([path, 200]);
      expect(answer.body).toContain('"api_version":"1"');
      expect(await textOf(`${server}${path}`)).toEqual(answer);
    }

    edit('packages/api/src/system/router.ts', "api_version: '1'", "api_version: 'edited'");
    const version = () => textOf(`${server}/api/version`).catch(() => null);
    const edited = { status: 200, body: expect.stringContaining('"api_version":"edited"') };
    await expect.poll(version, { timeout: timeoutMs }).toEqual(edited);
    expect(await textOf(`${page}/api/version`)).toEqual(edited);

    const module = '/src/main.tsx';
    await textOf(`${page}${module}`);
    const vite = await listenToVite(page);
    edit(`apps/web${module}`, "import '", "console.info('edited');\nimport '");
    await expect.poll(() => vite.types, { timeout: timeoutMs }).toContain('full-reload');
    expect((await textOf(`${page}${module}`)).body).toMatch(/console\.info\(.edited/);
    vite.close();

    process.kill(-npm.pid, 'SIGINT');
    await npm.closed;
    await expect.poll(processesLeft, { timeout: 60_000 }).toEqual([]);
    await expect(fetch(page)).rejects.toThrow();
    await expect(fetch(server)).rejects.toThrow();
  },
  timeoutMs,
);

it(
  'ends when only npm receives the signal',
  async () => {
    const { npm } = await startDev();
    process.kill(npm.pid, 'SIGTERM');
    await npm.closed;
    await expect.poll(processesLeft, { timeout: 60_000 }).toEqual([]);
  },
  timeoutMs,
);

it.each(['PORT', 'WEB_PORT'])(
  'names a %s that is taken in one line',
  async (name) => {
    const other = createServer().listen(0, '127.0.0.1');
    await expect.poll(() => other.listening).toBe(true);
    const address = other.address();
    const port = typeof address === 'object' && address ? address.port : Number.NaN;
    const env = { PORT: '0', WEB_PORT: '0', DATA_DIR: '', [name]: `${port}` };
    const npm = startNpm(['run', '--silent', 'dev'], { cwd: workspace, env });
    const code = await npm.closed;
    other.close();
    expect(code).toBe(1);
    expect(npm.lines.filter((line) => !line.startsWith('npm warn'))).toEqual([
      `stockbook: port ${port} of 127.0.0.1 is taken: stop what uses it, or set ${name} to another`,
    ]);
  },
  timeoutMs,
);
