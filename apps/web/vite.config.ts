import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, loadEnv, type Plugin } from 'vite';

/** Writes what is text a second time, compressed as well as it can be: the server sends that as it lies there. */
function compressOnce(): Plugin {
  return {
    name: 'compress-once',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const texts = Object.values(bundle).filter(({ fileName }) => /\.(js|css|html)$/.test(fileName));
      await Promise.all(
        texts.map(async (file) => {
          const content = file.type === 'chunk' ? file.code : file.source;
          await writeFile(join(dir, `${file.fileName}.br`), await promisify(brotliCompress)(content));
        }),
      );
    },
  };
}

export default defineConfig(({ mode }) => {
  const { API_URL: api = 'http://127.0.0.1:3000', WEB_PORT: port = '5173' } = loadEnv(
    mode,
    import.meta.dirname,
    ['API_URL', 'WEB_PORT'],
  );
  return {
    plugins: [
      tanstackRouter({ target: 'react', autoCodeSplitting: true }),
      react(),
      tailwindcss(),
      compressOnce(),
    ],
    // Another port than the one that `npm run dev` announces would be of no use.
    server: { host: '127.0.0.1', port: Number(port), strictPort: true, proxy: { '/trpc': api, '/api': api } },
    preview: { host: '127.0.0.1', proxy: { '/trpc': api, '/api': api } },
    build: {
      outDir: 'dist',
      target: 'es2022',
      // The package does not say so itself, and its unused transports would come along to every page.
      rolldownOptions: { treeshake: { moduleSideEffects: [{ test: /@trpc\/client/, sideEffects: false }] } },
    },
  };
});
