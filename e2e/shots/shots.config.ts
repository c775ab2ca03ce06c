import { defineConfig } from '@playwright/test';
import config from '../playwright.config.ts';

/** Pictures of every screen, to be looked at: `npm run shots`. */
export default defineConfig({
  ...config,
  testDir: '.',
  projects: [{ name: 'shots', testMatch: '**/*.shots.ts' }],
  outputDir: '../test-results/shots',
});
