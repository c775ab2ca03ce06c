import { appendFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { seededRandom } from '@stockbook/testing';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { startCutRegistry } from '../lib/cut-registry.mjs';
import { createClone, stop } from '../lib/first-start.mjs';
import { clonePlaces, maxCloneBytes, measureSizes } from '../lib/sizes.mjs';

const timeoutMs = 280_000;

/** @type {ReturnType<typeof createClone>} */
let first;
beforeAll(() => {
  first = createClone();
});
afterAll(() => first.remove());

/**
 * @param {string} dataDir
 * @param {Record<string, string>} [env]
 */
function start(dataDir, env) {
  const npm = first.start(dataDir, env);
  onTestFinished(() => stop(npm));
  return npm;
}

/** @typedef {ReturnType<typeof start>} Start */

/** @param {Start} npm */
const isReady = (npm) => npm.lines.some((line) => line.startsWith('Stockbook is ready'));

/** @param {Start} npm */
async function untilReadyOrFailed(npm) {
  await expect.poll(() => isReady(npm) || !npm.isRunning(), { timeout: timeoutMs }).toBe(true);
}

/** @param {Start} npm */
async function expectReady(npm) {
  await untilReadyOrFailed(npm);
  expect(isReady(npm), npm.lines.join('\n')).toBe(true);
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

/** How often the network is cut: once, which takes up to half a minute. */
const cuts = Number(process.env.CUTS ?? 1);

/** About as much as a whole first start downloads, but for what the earlier ones have. */
const maxBytes = 90e6;

/** @type {string[]} of all starts so far */
const lines = [];

it(
  'names the step that fails when the network is cut at random moments of the first start',
  async () => {
    const seed = Date.now();
    const random = seededRandom(seed);
    for (let count = 0; count < cuts; count += 1) {
      const registry = await startCutRegistry(Math.floor(random.next() * maxBytes));
      const npm = start('data-1', { npm_config_registry: registry.url });
      await untilReadyOrFailed(npm);
      if (registry.isCut()) {
        expect(npm.lines, `seed ${seed}`).toContainEqual(
          expect.stringMatching(/^stockbook: installing .* failed: /),
        );
        expect(await npm.closed).toBe(1);
      }
      await stop(npm);
      registry.cut();
      lines.push(...npm.lines);
    }
  },
  Math.max(1, cuts) * timeoutMs,
);

it(
  'goes on afterwards, once for two starts at the same time, in a folder with a space and an umlaut',
  async () => {
    const starts = [start('data-1'), start('data-2')];
    for (const npm of starts) await expectReady(npm);
    lines.push(...starts.flatMap((npm) => npm.lines));
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
  expect(unneeded.filter((path) => existsSync(join(first.clone, path)))).toEqual([]);
  const places = [
    ...clonePlaces({}, first.clone),
    // The caches of npm and pnpm. What they share with the clone, by links, counts there.
    { folder: first.home, parts: [{ name: /** @type {const} */ ('caches') }] },
  ];
  const { parts, installedBytes } = measureSizes(places);
  expect(parts.map(({ name }) => name)).toEqual(['program', 'Node.js', 'PostgreSQL', 'packages', 'caches']);
  expect(installedBytes, JSON.stringify(parts)).toBeLessThan(maxCloneBytes);
});

it(
  'installs again what builds the web client when its sources have changed, and removes it',
  async () => {
    appendFileSync(join(first.clone, 'apps/web/index.html'), '<!-- changed -->\n');
    const npm = start('data-1');
    await expectReady(npm);
    expect(npm.lines.filter((line) => / took /.test(line))).toEqual([
      expect.stringMatching(/^stockbook: installing the packages that build the web client took /),
      expect.stringMatching(/^stockbook: building the web client took /),
    ]);
    expect(existsSync(join(first.clone, '.tools/web'))).toBe(false);
  },
  timeoutMs,
);
