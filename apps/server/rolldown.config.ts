import { readdir, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { defineConfig, type Plugin } from 'rolldown';
import {
  common,
  importHttpAlone,
  keepProgramVersion,
  keepSourceUrls,
  outDir,
  unbundled,
  unused,
} from './rolldown/options.ts';

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

/** Bundles the server's 1,800 modules into a few files: docs/decisions/014-bundled-server.md. */
export default defineConfig({
  ...common,
  input: join(import.meta.dirname, 'src/main.ts'),
  external: unused,
  plugins: [keepUnbundled(), keepSourceUrls(), keepProgramVersion(), importHttpAlone(), removeOldFiles()],
  output: { ...common.output, dir: outDir },
});
