import { defineConfig } from '@playwright/test';
import config from '../playwright.config.ts';

/** How fast charts are drawn, to be read: `npm run bench:web`. One at a time, on a machine that does nothing else. */
export default defineConfig({
  ...config,
  testDir: '.',
  projects: [{ name: 'bench', testMatch: '**/*.bench.ts' }],
  outputDir: '../test-results/bench',
  workers: 1,
  timeout: 180_000,
});
