import { seededRandom } from '@stockbook/testing';
import { expect, it, onTestFinished } from 'vitest';
import { startCutRegistry } from '../lib/cut-registry.mjs';
import { createClone, stop } from '../lib/first-start.mjs';

const timeoutMs = 280_000;

/** With `CUTS=10`, 5 minutes. */
const cuts = Number(process.env.CUTS ?? 2);

/** About as much as a whole first start downloads, but for what the earlier ones have. */
const maxBytes = 90e6;

it(
  'goes on with the first start after the network was cut at random moments',
  async () => {
    const { start, remove } = createClone();
    onTestFinished(remove);
    const seed = Date.now();
    const random = seededRandom(seed);
    for (let count = 0; count < cuts; count += 1) {
      const registry = await startCutRegistry(Math.floor(random.next() * maxBytes));
      const npm = start('data', { npm_config_registry: registry.url });
      onTestFinished(() => stop(npm));
      const isReady = () => npm.lines.some((line) => line.startsWith('Stockbook is ready'));
      await expect.poll(() => isReady() || !npm.isRunning(), { timeout: timeoutMs }).toBe(true);
      if (registry.isCut()) {
        expect(npm.lines, `seed ${seed}`).toContainEqual(
          expect.stringMatching(/^stockbook: installing .* failed: /),
        );
        expect(await npm.closed).toBe(1);
      }
      await stop(npm);
      registry.cut();
    }
    const npm = start('data');
    onTestFinished(() => stop(npm));
    const isReady = () => npm.lines.some((line) => line.startsWith('Stockbook is ready'));
    await expect.poll(() => isReady() || !npm.isRunning(), { timeout: timeoutMs }).toBe(true);
    expect(isReady(), `seed ${seed}\n${npm.lines.join('\n')}`).toBe(true);
  },
  Math.max(1, cuts) * timeoutMs,
);
