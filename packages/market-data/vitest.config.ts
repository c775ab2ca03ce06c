import { defineConfig } from 'vitest/config';

// Tests with servers take seconds on a busy machine.
export default defineConfig({ test: { include: ['src/**/*.test.ts'], testTimeout: 30_000 } });
