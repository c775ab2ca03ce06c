import { basename, join, resolve } from 'node:path';
import { defineConfig, type Plugin } from 'rolldown';
import { licencesOf } from '../web/licences.ts';
import {
  common,
  importHttpAlone,
  keepProgramVersion,
  keepSourceUrls,
  unbundled,
  unused,
} from './rolldown/options.ts';

/**
 * Bundles the modules that threads load, too, and replaces their URLs: Node.js runs no TypeScript below node_modules.
 * Before `keepSourceUrls`, which replaces the other URLs.
 */
function bundleThreads(): Plugin {
  return {
    name: 'bundle-threads',
    transform: {
      filter: { id: /[\\/](apps|packages)[\\/][^\\/]+[\\/]src[\\/]/, code: 'import.meta.url' },
      handler(code, id) {
        return code.replaceAll(/new URL\('(\.\/[^']+\.ts)', import\.meta\.url\)/g, (_, module: string) => {
          const file = this.emitFile({
            type: 'chunk',
            id: resolve(id, '..', module),
            name: basename(module, '.ts'),
          });
          return `new URL(import.meta.ROLLUP_FILE_URL_${file})`;
        });
      },
    },
  };
}

/** Writes the licences of the bundled packages. */
function licences(): Plugin {
  return {
    name: 'licences',
    generateBundle(_, bundle) {
      const bundled = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
      this.emitFile({ type: 'asset', fileName: 'licences.txt', source: licencesOf(bundled) });
    },
  };
}

/**
 * Bundles the server, the operator's command line and the threads for the npm package of a release. `--dir` is
 * required.
 */
export default defineConfig({
  ...common,
  input: { main: join(import.meta.dirname, 'src/main.ts'), cli: join(import.meta.dirname, 'src/cli.ts') },
  external: [...unbundled, ...unused],
  plugins: [bundleThreads(), keepSourceUrls(), keepProgramVersion(), importHttpAlone(), licences()],
});
