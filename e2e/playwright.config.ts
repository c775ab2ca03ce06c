import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { launchOptions } from './support/browser.ts';

/** A free port. The workers read this file again and must get the same port. */
async function chosenPort(): Promise<number> {
  if (process.env.E2E_PORT === undefined) {
    const port = await new Promise<number>((resolve, reject) => {
      const probe = createServer().once('error', reject);
      probe.listen(0, '127.0.0.1', () => {
        const address = probe.address();
        probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
      });
    });
    process.env.E2E_PORT = String(port);
  }
  return Number(process.env.E2E_PORT);
}

const port = await chosenPort();
const baseURL = `http://127.0.0.1:${port}`;

/** The real program on a database of its own, with simulated prices. */
export default defineConfig({
  testDir: 'specs',
  // `npm test` runs the first project, `npm run test:system` the second one.
  projects: [
    { name: 'usual', testMatch: '**/*.spec.ts', testIgnore: '**/*.system.spec.ts' },
    { name: 'system', testMatch: '**/*.system.spec.ts' },
  ],
  outputDir: 'test-results/specs',
  forbidOnly: true,
  fullyParallel: true,
  workers: 2,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  use: {
    baseURL,
    launchOptions: await launchOptions(),
    // A trace takes a tenth of the time: `playwright test --trace=retain-on-failure` records it.
    trace: 'off',
    // Routes of a test do not see the requests of a worker. The specs of the app allow theirs.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
  },
  webServer: {
    command: 'node ../apps/server/dist/main.js',
    cwd: import.meta.dirname,
    url: `${baseURL}/api/health`,
    timeout: 60_000,
    stdout: 'ignore',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
    env: {
      PORT: String(port),
      HOST: '127.0.0.1',
      DATABASE_URL: '',
      DATA_DIR: join(tmpdir(), `stockbook-e2e-${port}`),
      MARKET_DATA: 'simulated',
      // Prices would depend on the time of day. Tests about prices during the session answer them.
      QUOTES: 'off',
      AUTH_RATE_LIMIT_PER_MINUTE: '100000',
      RATE_LIMIT_PER_MINUTE: '100000',
      // All browsers of the tests have one address, and keep their connections.
      CONNECTION_LIMIT_PER_ADDRESS: '2000',
      LOG_LEVEL: 'warn',
    },
  },
});
