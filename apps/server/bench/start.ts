import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startServer } from '@stockbook/testing';
import { medianOf } from './support/median.ts';
import { memoryOf } from './support/stack.ts';

/** Starts of each form, in turns. The first fills the compile cache and is not counted. */
const rounds = 5;

/** From the start until the memory is read. */
const restMs = 20_000;

const forms = {
  bundle: fileURLToPath(new URL('../dist/main.js', import.meta.url)),
  sources: fileURLToPath(new URL('../src/main.ts', import.meta.url)),
};

const folder = await mkdtemp(join(tmpdir(), 'stockbook-start-'));
const env = {
  NODE_ENV: 'production',
  DATA_DIR: join(folder, 'data'),
  NODE_COMPILE_CACHE: join(folder, 'compile-cache'),
};

/** @returns the time until `/api/health` answers, and the resident memory afterwards */
async function measure(file: string): Promise<{ ms: number; memory: number }> {
  const start = performance.now();
  const server = await startServer({ file, env });
  const { ok } = await fetch(`${server.url}/api/health`);
  if (!ok) throw new Error('The server is not healthy');
  const ms = performance.now() - start;
  await sleep(restMs);
  const memory = await memoryOf(server);
  await server.stop();
  return { ms, memory };
}

function describe(numbers: readonly number[]): string {
  const [median, least, most] = [medianOf(numbers), Math.min(...numbers), Math.max(...numbers)].map(
    Math.round,
  );
  return `${median} (${least} to ${most})`;
}

const measured = new Map<string, { ms: number; memory: number }[]>();
for (let round = 0; round <= rounds; round += 1) {
  for (const [name, file] of Object.entries(forms)) {
    const result = await measure(file);
    if (round > 0) measured.set(name, [...(measured.get(name) ?? []), result]);
  }
}
await rm(folder, { recursive: true });
for (const [name, results] of measured) {
  process.stdout.write(
    `${name}: ready after ${describe(results.map(({ ms }) => ms))} ms, ` +
      `${describe(results.map(({ memory }) => memory))} MiB of resident memory at rest\n`,
  );
}
