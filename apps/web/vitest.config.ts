import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [react()],
  test: {
    environment: 'jsdom',
    // A worker starts jsdom and loads React once, not once for each file: a fifth of the time.
    isolate: false,
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['./src/test-setup.tsx'],
    restoreMocks: true,
    unstubGlobals: true,
    // Above `asyncUtilTimeout` in test-setup.tsx.
    testTimeout: 20_000,
  },
});
