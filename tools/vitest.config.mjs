import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'tools',
    include: ['test/**/*.test.mjs'],
    // `npm test` leaves the long tests to `npm run test:system`.
    exclude: process.env.TEST_SUITE === 'usual' ? ['**/*.system.test.*'] : [],
  },
});
