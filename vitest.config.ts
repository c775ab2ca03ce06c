import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

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
        // Commands of their own run those of the two folders: `npm run test:operations` and `test:attack`.
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

/** Files that take half a minute or longer, the longest first. A fresh clone knows their sizes only. */
const longFiles = [
  'properties',
  'first-start',
  'faults/processes',
  'packed-release',
  'backup',
  'commands',
  'http/fuzz',
  'process/admin',
  'dev',
].map((name) => `/test/${name}.system.test.`);

/** Starts long files before all others: at the end, one would run alone, while the other worker has nothing to do. */
class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ moduleId }: TestSpecification) => {
      const index = longFiles.findIndex((name) => moduleId.includes(name));
      return index === -1 ? longFiles.length : index;
    };
    return sorted.toSorted((one, other) => rank(one) - rank(other));
  }
}

export default defineConfig({
  test: {
    // A worker loads modules once, not once for each file: a third of the time of the server's tests.
    isolate: false,
    sequence: { sequencer: LongFilesFirst },
    // PostgreSQL starts in some.
    hookTimeout: 60_000,
    projects: [
      'apps/server/vitest.bundle.config.ts',
      'apps/web',
      ...['apps/server', 'tools', ...globSync('packages/*', { cwd: root })].flatMap(projectsOf),
    ],
  },
});
