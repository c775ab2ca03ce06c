import { readdir, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { defineConfig, type Plugin } from 'rolldown';

const outDir = join(import.meta.dirname, 'dist');

/** Packages that find files of their own beside their modules: a native addon, scripts of threads. */
const unbundled = ['@node-rs/argon2', 'pino'];

/** Imports `unbundled` packages from where the package that needs them has them. */
function keepUnbundled(): Plugin {
  return {
    name: 'keep-unbundled',
    resolveId(source, importer) {
      if (!unbundled.includes(source) || importer === undefined) return null;
      return { id: createRequire(importer).resolve(source), external: 'relative' };
    },
  };
}

/** Keeps the URLs of our source files, by which modules find other files: a thread's script, the web client, tulind. */
function keepSourceUrls(): Plugin {
  return {
    name: 'keep-source-urls',
    transform: {
      filter: { id: /\/(apps|packages)\/[^/]+\/src\//, code: 'import.meta.url' },
      handler(code, id) {
        const path = JSON.stringify(relative(outDir, id));
        return code.replaceAll('import.meta.url', `new URL(${path}, import.meta.url).href`);
      },
    },
  };
}

/** How long the files of an earlier build stay for processes that run it, which load some of them on first use. */
const keptMs = 24 * 60 * 60 * 1000;

/** Removes the files of earlier builds. Each build rewrites all of its own files. */
function removeOldFiles(): Plugin {
  return {
    name: 'remove-old-files',
    async writeBundle() {
      for (const name of await readdir(outDir)) {
        const file = join(outDir, name);
        const { mtimeMs } = await stat(file);
        if (Date.now() - mtimeMs > keptMs) await rm(file);
      }
    },
  };
}

/**
 * Bundles the server's 1,800 modules into a few files: docs/decisions/014-bundled-server.md. Names and lines stay
 * readable in stack traces.
 */
export default defineConfig({
  input: join(import.meta.dirname, 'src/main.ts'),
  platform: 'node',
  // Optional parts of pg and of MikroORM, whose search for files of entities and migrations is not used.
  external: ['pg-native', 'tinyglobby'],
  plugins: [keepUnbundled(), keepSourceUrls(), removeOldFiles()],
  onLog(level, log, report) {
    // Otherwise a missing module would fail only when it is used.
    if (log.code === 'UNRESOLVED_IMPORT') throw new Error(log.message);
    report(level, log);
  },
  output: {
    dir: outDir,
    format: 'esm',
    comments: false,
    keepNames: true,
    // Because of a single other character, V8 keeps the text of a file with two bytes for each character.
    charset: 'ascii',
  },
});
