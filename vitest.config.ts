import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: ['packages/*', 'apps/*', 'tools'],
    // Most tests wait for a server or a database half of the time: two at once keep two cores busy.
    maxWorkers: 2,
  },
});
