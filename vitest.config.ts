import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';

const root = import.meta.dirname;
const postgres = join(root, 'packages/db/src/testing/global-setup.ts');
const foldersWithPostgres = ['apps/server', 'packages/api', 'packages/db'];

/** The tests of a folder, and the long ones in files `*.system.*`, which `npm test` leaves to `npm run test:system`. */
function projectsOf(folder: string): TestProjectInlineConfiguration[] {
  const name = folder === 'tools' ? folder : `@stockbook/${basename(folder)}`;
  const common = {
    root: join(root, folder),
    globalSetup: foldersWithPostgres.includes(folder) ? [postgres] : [],
  };
  const files = '{src,test}/**/*';
  return [
    {
      test: {
        ...common,
        name,
        include: [`${files}.test.{ts,mjs}`],
        // `npm run test:operations` runs those of the two folders.
        exclude: ['**/*.system.test.*', 'test/{operations,attack}/**'],
        testTimeout: 20_000,
        expect: { poll: { timeout: 10_000 } },
      },
    },
    {
      test: {
        ...common,
        name: `${name} system`,
        include: [`${files}.system.test.{ts,mjs}`],
        testTimeout: 60_000,
        expect: { poll: { timeout: 15_000 } },
      },
    },
  ];
}

export default defineConfig({
  test: {
    // A worker loads modules once, not once for each file: a third of the time of the server's tests.
    isolate: false,
    // PostgreSQL starts in some.
    hookTimeout: 60_000,
    projects: [
      'apps/server/vitest.bundle.config.ts',
      'apps/web',
      ...['apps/server', 'tools', ...globSync('packages/*', { cwd: root })].flatMap(projectsOf),
    ],
  },
});
