import tailwindcss from '@tailwindcss/vite';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, loadEnv } from 'vite';

export default defineConfig(({ mode }) => {
  const api = loadEnv(mode, import.meta.dirname, 'API_URL').API_URL ?? 'http://127.0.0.1:3000';
  return {
    plugins: [tanstackRouter({ target: 'react', autoCodeSplitting: true }), react(), tailwindcss()],
    server: { host: '127.0.0.1', proxy: { '/trpc': api, '/api': api } },
    preview: { host: '127.0.0.1', proxy: { '/trpc': api, '/api': api } },
    build: {
      outDir: 'dist',
      target: 'es2022',
      // The package does not say so itself, and its unused transports would come along to every page.
      rolldownOptions: { treeshake: { moduleSideEffects: [{ test: /@trpc\/client/, sideEffects: false }] } },
    },
  };
});
