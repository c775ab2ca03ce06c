import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, loadEnv, type Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { licencesOf } from './licences.ts';

/**
 * Writes a `.br` file beside each text asset, at Brotli's highest quality: the server sends these files as they are.
 */
function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const textAssets = Object.values(bundle).filter(({ fileName }) => /\.(js|css|html)$/.test(fileName));
      await Promise.all(
        textAssets.map(async (file) => {
          const content = file.type === 'chunk' ? file.code : file.source;
          await writeFile(join(dir, `${file.fileName}.br`), await promisify(brotliCompress)(content));
        }),
      );
    },
  };
}

/** Hashes cannot be compressed, and each script names those that it imports: as few characters as Rolldown permits. */
const scriptName = 'assets/[name]-[hash:7].js';

/** Serves docs/rules.md, to which the dialog for signals links, as `/rules.txt`: browsers download Markdown files. */
function rulesDocument(): Plugin {
  const fileName = 'rules.txt';
  const read = () => readFile(join(import.meta.dirname, '../../docs/rules.md'), 'utf8');
  return {
    name: 'rules-document',
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName, source: await read() });
    },
    configureServer({ middlewares }) {
      middlewares.use(`/${fileName}`, async (_, response) => {
        response.setHeader('content-type', 'text/plain; charset=utf-8').end(await read());
      });
    },
  };
}

/** The README's pictures: the landing page shows them, and browsers do before they install the app, by the manifest. */
const pictures = [
  'stock-detail-light-390.png',
  'stock-detail-studies-dark-1280.png',
  'stocks-dark-390.png',
  'stocks-light-1280.png',
];

function picturesOfProgram(): Plugin {
  const read = (name: string) => readFile(join(import.meta.dirname, '../../docs/pictures', name));
  return {
    name: 'pictures-of-program',
    async generateBundle() {
      for (const name of pictures) {
        this.emitFile({ type: 'asset', fileName: `pictures/${name}`, source: await read(name) });
      }
    },
    configureServer({ middlewares }) {
      for (const name of pictures) {
        middlewares.use(`/pictures/${name}`, async (_, response) => {
          response.setHeader('content-type', 'image/png').end(await read(name));
        });
      }
    },
  };
}

/** Packages of the styles and of the service worker, which the bundle of the pages does not show. */
const otherPackages = ['tailwindcss', 'workbox-precaching', 'workbox-routing'];

/** Serves the licences of the bundled packages as `/licences.txt`. */
function licences(): Plugin {
  const require = createRequire(import.meta.url);
  return {
    name: 'licences',
    apply: 'build',
    generateBundle(_, bundle) {
      const bundled = Object.values(bundle).flatMap((file) =>
        file.type === 'chunk'
          ? file.moduleIds
          : file.originalFileNames.map((name) => resolve(import.meta.dirname, name)),
      );
      const others = otherPackages.map((name) => require.resolve(`${name}/package.json`));
      this.emitFile({ type: 'asset', fileName: 'licences.txt', source: licencesOf([...bundled, ...others]) });
    },
  };
}

/** Builds `/sw.js` with the list of the files that it stores. Its registration and the manifest are our own files. */
const serviceWorker = VitePWA({
  strategies: 'injectManifest',
  srcDir: 'src/service-worker',
  filename: 'sw.ts',
  injectRegister: false,
  manifest: false,
  injectManifest: {
    rollupFormat: 'iife',
    globPatterns: [
      'index.html',
      'theme.js',
      'favicon.svg',
      'icons/*.png',
      'assets/*.{js,css}',
      // Browsers load the other alphabets when a text needs them.
      'assets/inter-latin-wght-*.woff2',
    ],
  },
});

/** Modules of every page behind sign-in; their imports stay apart, as other pages need a part of them. */
const shellModules = new RegExp(
  `src/(${[
    'app/(providers|shell/(signed-in-shell|top-bar|navigation))',
    'components/feedback/(alerts|toasts)',
    'hooks/use-shortcuts',
    'lib/(api/trpc|page-focus)',
  ].join('|')})\\.tsx?$`,
);

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
      rulesDocument(),
      picturesOfProgram(),
      licences(),
      precompress(),
      serviceWorker,
    ],
    // The hook has been in React since version 18; Base UI imports it with a replacement for older versions.
    resolve: { alias: [{ find: /^use-sync-external-store\/shim$/, replacement: 'react' }] },
    // `npm run dev` prints this port, so Vite must not choose another one.
    server: { host: '127.0.0.1', port: Number(port), strictPort: true, proxy: { '/trpc': api, '/api': api } },
    preview: { host: '127.0.0.1', proxy: { '/trpc': api, '/api': api } },
    build: {
      outDir: 'dist',
      target: 'es2022',
      // Without it, old browsers load the same scripts a little later.
      modulePreload: { polyfill: false },
      // @trpc/client does not declare `sideEffects: false`; without this, every page loads its unused transports.
      rolldownOptions: {
        treeshake: { moduleSideEffects: [{ test: /@trpc\/client/, sideEffects: false }] },
        output: {
          entryFileNames: scriptName,
          chunkFileNames: scriptName,
          // The code of every page, that of every page behind sign-in, and the icons: each module would be a file, and
          // together they compress better.
          codeSplitting: {
            groups: [
              { name: 'start', tags: ['$initial'], priority: 1 },
              { name: 'icons', test: /lucide-react/ },
              { name: 'shell', test: shellModules, includeDependenciesRecursively: false },
            ],
          },
        },
      },
    },
  };
});
