import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer } from '@stockbook/testing';
import { expect, it, onTestFinished } from 'vitest';

it.each(['SIGINT', 'SIGTERM'] as const)('shuts down in order when %s comes again', async (signal) => {
  const folder = await mkdtemp(join(tmpdir(), 'stockbook-signals-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const server = await startServer({ env: { DATA_DIR: folder } });
  onTestFinished(() => server.kill());
  const isListening = () =>
    fetch(`${server.url}/api/health/live`).then(
      () => true,
      () => false,
    );
  server.signal(signal);
  await expect.poll(isListening, { interval: 10 }).toBe(false);
  server.signal(signal);
  expect(await server.stop()).toMatchObject({ exitCode: 0 });
  expect(existsSync(join(folder, 'postgres/postmaster.pid'))).toBe(false);
});
