import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

const folder = import.meta.dirname;

/**
 * Every kind of thing that bundling can break and that the browser tests, which run the bundle as well, do not show:
 * those prove that its entities, migrations, transports, sessions and pages work. What does not depend on bundling,
 * the tests of the sources prove.
 */
const files = [
  // Tasks in the worker; threads, whose modules are found by the URLs of the sources; WebAssembly beside a package.
  'stocks/indicators',
  'strategies/backtests',
  'portfolios/csv-columns',
  'portfolios/exports',
  'transfer/import-account',
  // Modules and packages that are loaded by their first use; a native module; names of entities in SQL.
  'auth/sign-up',
  'notifications/from-rule-to-webhook',
  // A document that is computed, with examples and languages; the published client.
  'clients/client',
  'clients/openapi',
  // Classes of errors, which become statuses by `instanceof`, and the texts of the errors of inputs.
  'http/rest-routes',
  'http/one-line-names',
];

/** Runs tests that use nothing but the API and the database on the bundle that users run. */
export default defineConfig({
  test: {
    name: '@stockbook/server bundle system',
    include: files.map((file) => join(folder, `test/${file}.int.test.ts`)),
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
