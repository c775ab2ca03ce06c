import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{src,test}/**/*.test.ts'],
    // `npm run test:operations` runs them.
    exclude: [
      'test/{operations,attack}/**',
      // `npm test` leaves the long tests to `npm run test:system`.
      ...(process.env.TEST_SUITE === 'usual' ? ['**/*.system.test.*'] : []),
    ],
    // The modules are loaded once per worker, not once per file: a third of the time.
    isolate: false,
    globalSetup: ['@stockbook/db/testing/global-setup'],
    testTimeout: 30_000,
    // A job of a worker takes as long as the machine is busy.
    expect: { poll: { timeout: 15_000 } },
    hookTimeout: 60_000,
  },
});
