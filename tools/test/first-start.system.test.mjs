import { execFileSync } from 'node:child_process';
import { appendFileSync, chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { projectRoot } from '../lib/root.mjs';
import { measureSizes } from '../lib/sizes.mjs';
import { startNpm } from '../lib/testing.mjs';

const timeoutMs = 280_000;
const maxInstalledBytes = 500e6;

/** @type {string} */
let folder;
/** Everything that a first start leaves: the clone, and the home folder with the caches of npm and pnpm. */
/** @type {string} */
let installed;
/** @type {string} */
let clone;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'stockbook-first-'));
  // The account that PostgreSQL runs as must reach its files.
  chmodSync(folder, 0o755);
  installed = join(folder, 'installed');
  mkdirSync(join(installed, 'home'), { recursive: true });
  clone = join(installed, 'mein Börsenbuch');
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: projectRoot,
    encoding: 'utf8',
  });
  for (const path of listed.split('\0').filter((path) => path && existsSync(join(projectRoot, path)))) {
    mkdirSync(dirname(join(clone, path)), { recursive: true });
    cpSync(join(projectRoot, path), join(clone, path));
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** @param {string} dataDir */
function start(dataDir) {
  const env = {
    HOME: join(installed, 'home'),
    XDG_DATA_HOME: '',
    XDG_CACHE_HOME: '',
    // May name another registry.
    npm_config_userconfig: join(homedir(), '.npmrc'),
    DATA_DIR: join(folder, dataDir),
    PORT: '0',
    MARKET_DATA: 'simulated',
    LOG_LEVEL: 'warn',
  };
  const npm = startNpm(['start'], { cwd: clone, env });
  onTestFinished(async () => {
    if (npm.isRunning()) process.kill(-npm.pid, 'SIGINT');
    await npm.closed;
  });
  return npm;
}

/** @param {ReturnType<typeof startNpm>} npm */
async function expectReady(npm) {
  const isReady = () => npm.lines.some((line) => line.startsWith('Stockbook is ready'));
  await expect.poll(() => isReady() || !npm.isRunning(), { timeout: timeoutMs }).toBe(true);
  expect(isReady(), npm.lines.join('\n')).toBe(true);
}

const steps = [
  'installing pnpm',
  'installing the packages that the program needs',
  'installing the compiler of the indicators',
  'compiling the indicators',
  'installing the packages that build the web client',
  'building the web client',
  'building the server',
];

it(
  'installs and builds once for two first starts at the same time, in a folder with a space and an umlaut',
  async () => {
    const starts = [start('data-1'), start('data-2')];
    for (const npm of starts) await expectReady(npm);
    const lines = starts.flatMap((npm) => npm.lines);
    for (const step of steps) {
      expect(lines.filter((line) => line.startsWith(`stockbook: ${step} took `))).toEqual([
        expect.stringMatching(/ took \d+\.\d s$/),
      ]);
    }
  },
  timeoutMs,
);

it('leaves neither the tools of developers nor those that build, and takes little space, its caches included', () => {
  const unneeded = [
    'node_modules/turbo',
    'node_modules/typescript',
    'e2e/node_modules',
    'apps/web/node_modules',
    '.tools/clang',
    '.tools/web',
  ];
  expect(unneeded.filter((path) => existsSync(join(clone, path)))).toEqual([]);
  expect(measureSizes(installed).installedBytes).toBeLessThan(maxInstalledBytes);
});

it(
  'installs again what builds the web client when its sources have changed, and removes it',
  async () => {
    appendFileSync(join(clone, 'apps/web/index.html'), '<!-- changed -->\n');
    const npm = start('data-1');
    await expectReady(npm);
    expect(npm.lines.filter((line) => / took /.test(line))).toEqual([
      expect.stringMatching(/^stockbook: installing the packages that build the web client took /),
      expect.stringMatching(/^stockbook: building the web client took /),
    ]);
    expect(existsSync(join(clone, '.tools/web'))).toBe(false);
  },
  timeoutMs,
);
