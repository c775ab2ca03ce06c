import { defineConfig } from 'vitest/config';

// Run by `npm run test:operations`, which installs the programs that these tests start, and by `npm run test:attack`.
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'operations',
          include: ['test/operations/**/*.test.ts'],
          testTimeout: 180_000,
          hookTimeout: 60_000,
          // Failovers are timed.
          fileParallelism: false,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'API through PgBouncer and HAProxy',
          include: [
            'test/{auth,caching,clients,http,market-data,notifications,signals,stocks,strategies,transfer}/**/*.test.ts',
          ],
          globalSetup: ['test/operations/support/proxied-postgres.ts'],
          testTimeout: 60_000,
          expect: { poll: { timeout: 15_000 } },
          hookTimeout: 60_000,
          sequence: { groupOrder: 1 },
        },
      },
      { test: { name: 'attack', include: ['test/attack/**/*.test.ts'] } },
    ],
  },
});
