import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { projectRoot } from '../lib/root.mjs';
import { measureSizes } from '../lib/sizes.mjs';
import { startNpm } from '../lib/testing.mjs';

const timeoutMs = 280_000;
const maxInstalledBytes = 620e6;

/** @type {string} */
let folder;
/** @type {string} */
let clone;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'stockbook-first-'));
  // The account that PostgreSQL runs as must reach its files.
  chmodSync(folder, 0o755);
  clone = join(folder, 'mein Börsenbuch');
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
  const env = { DATA_DIR: join(folder, dataDir), PORT: '0', MARKET_DATA: 'simulated', LOG_LEVEL: 'warn' };
  const npm = startNpm(['start'], { cwd: clone, env });
  onTestFinished(async () => {
    if (npm.isRunning()) process.kill(-npm.pid, 'SIGINT');
    await npm.closed;
  });
  return npm;
}

const steps = [
  'installing pnpm',
  'installing the packages that the program needs',
  'installing the compiler of the indicators',
  'compiling the indicators',
  'building the web client',
  'building the server',
];

it(
  'installs and builds once for two first starts at the same time, in a folder with a space and an umlaut',
  async () => {
    const starts = [start('data-1'), start('data-2')];
    for (const npm of starts) {
      await expect
        .poll(() => npm.lines.filter((line) => line.startsWith('Stockbook is ready')), { timeout: timeoutMs })
        .toHaveLength(1);
    }
    const lines = starts.flatMap((npm) => npm.lines);
    for (const step of steps) {
      expect(lines.filter((line) => line.startsWith(`stockbook: ${step} took `))).toEqual([
        expect.stringMatching(/ took \d+\.\d s$/),
      ]);
    }
  },
  timeoutMs,
);

it('installs neither the tools of developers nor the compiler, and takes little space', () => {
  const developers = ['node_modules/turbo', 'node_modules/typescript', 'e2e/node_modules', '.tools/clang'];
  expect(developers.filter((path) => existsSync(join(clone, path)))).toEqual([]);
  expect(measureSizes(clone).installedBytes).toBeLessThan(maxInstalledBytes);
});
