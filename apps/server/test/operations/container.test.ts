import { apiClient, freePort, pollUntil } from '@stockbook/testing';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { projectDir } from '../../src/env.ts';
import { signUp } from '../faults/support/caller.ts';
import { buildImage, type Image } from './support/image.ts';
import { type PostgresServer, startPrimary } from './support/postgres-server.ts';
import { report } from './support/report.ts';
import { runContainer } from './support/run-container.ts';

const maxBytes = 450e6;
/** As of the other tests that start the program. */
const startTimeoutMs = 60_000;
const memory = 512 * 1024 * 1024;

let image: Image;
let database: PostgresServer;

beforeAll(async () => {
  image = await buildImage(projectDir);
  database = await startPrimary();
}, 900_000);
afterAll(async () => {
  await database?.remove();
  await image?.remove();
}, 60_000);

it('takes 450 MB at most', () => {
  report(`image: ${Math.round(image.bytes / 1e6)} MB`);
  expect(image.bytes).toBeLessThan(maxBytes);
});

it('runs read-only as user 1000 within 512 MiB, and stops at SIGTERM', async () => {
  const port = String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  const env = {
    NODE_ENV: 'production',
    PORT: port,
    DATABASE_URL: database.url,
    SECRET_KEY: 'ab'.repeat(32),
    BACKUP_DIR: '/tmp/backups',
    DATA_DIR: '/tmp/stockbook',
    MARKET_DATA: 'simulated',
  };
  const container = await runContainer(image.rootfs, ['node', 'apps/server/dist/main.js'], { env, memory });
  onTestFinished(() => container.stop().then(() => {}));
  const isHealthy = async () => {
    const response = await fetch(`${url}/api/health`).catch(() => null);
    return response?.ok ?? false;
  };
  await pollUntil('the start of the container', isHealthy, { timeoutMs: startTimeoutMs });
  const client = apiClient(url, await signUp(url, 'contained'));
  await client.runTask('/stocks/', { symbol: 'AAPL' });
  await client.runTask('/indicators/calculate', { stock_symbol: 'AAPL', ta_indicator: 'RSI' });
  expect((await client.send('GET', '/stocks/AAPL/data')).status).toBe(200);
  expect(await (await fetch(url)).text()).toContain('<title>');
  const write = await container.exec(
    'node',
    '--eval',
    "require('node:fs').writeFileSync('/stockbook/file', '')",
  );
  expect([write.code, write.output]).toEqual([1, expect.stringContaining('EROFS')]);
  const user = await container.exec('node', '--print', 'process.getuid()');
  expect(user).toEqual({ code: 0, output: '1000\n' });
  const doctor = await container.exec('node', 'apps/server/src/cli.ts', 'doctor');
  expect(doctor, doctor.output).toMatchObject({ code: 0 });
  expect(await container.stop()).toBe(0);
});
