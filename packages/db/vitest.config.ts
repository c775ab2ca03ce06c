import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{src,test}/**/*.test.ts'],
    // `npm test` leaves the long tests to `npm run test:system`.
    exclude: process.env.TEST_SUITE === 'usual' ? ['**/*.system.test.*'] : [],
    globalSetup: ['./src/testing/global-setup.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
