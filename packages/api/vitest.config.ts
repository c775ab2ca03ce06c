import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{src,test}/**/*.test.ts'],
    // `npm test` leaves the long tests to `npm run test:system`.
    exclude: process.env.TEST_SUITE === 'usual' ? ['**/*.system.test.*'] : [],
    globalSetup: ['@stockbook/db/testing/global-setup'],
    testTimeout: 30_000,
    expect: { poll: { timeout: 15_000 } },
    hookTimeout: 60_000,
  },
});
