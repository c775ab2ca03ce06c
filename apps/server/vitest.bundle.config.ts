import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

const folder = import.meta.dirname;

/** Parts of a program in the process of the tests: its services, its clock, functions that are replaced. */
const internals =
  /services(?!\.database)|\b(app|metrics|log|vi)\b|clock|\(\) => new Date|budgets|previewMs|changing-inputs/i;

/** A program for each test, whose start takes longer than the test. */
const manyPrograms = /withYahoo\(\).*withYahoo\(\)|withFiles\(\)/s;

/** Runs the tests that use nothing but the API and the database on the bundle that users run. */
export default defineConfig({
  test: {
    name: '@stockbook/server bundle system',
    include: globSync('test/*/*.int.test.ts', { cwd: folder }).filter((file) => {
      const text = readFileSync(join(folder, file), 'utf8');
      return text.includes('/support/') && !internals.test(text) && !manyPrograms.test(text);
    }),
    alias: [
      {
        find: /^(\.\.\/support|\.)\/harness\.ts$/,
        replacement: join(folder, 'test/support/bundled-harness.ts'),
      },
    ],
    globalSetup: ['@stockbook/db/testing/global-setup'],
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
