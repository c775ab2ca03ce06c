import { join, relative } from 'node:path';
import type { Plugin, RolldownOptions } from 'rolldown';

/** The folder of the bundle, in a clone and in the npm package of a release alike. */
export const outDir = join(import.meta.dirname, '../dist');

/** Packages that find files of their own beside their modules: a native addon, scripts of threads. */
export const unbundled = ['@node-rs/argon2', 'pino'];

/** Optional parts of pg and of MikroORM, whose search for files of entities and migrations is not used. */
export const unused = ['pg-native', 'tinyglobby'];

/** Keeps the URLs of our source files, by which modules find other files: a thread's script, the web client, tulind. */
export function keepSourceUrls(): Plugin {
  return {
    name: 'keep-source-urls',
    transform: {
      filter: { id: /[\\/](apps|packages)[\\/][^\\/]+[\\/]src[\\/]/, code: 'import.meta.url' },
      handler(code, id) {
        const path = JSON.stringify(relative(outDir, id));
        return code.replaceAll('import.meta.url', `new URL(${path}, import.meta.url).href`);
      },
    },
  };
}

/** Names and lines stay readable in stack traces. */
export const common = {
  platform: 'node',
  onLog(level, log, report) {
    // Otherwise a missing module would fail only when it is used.
    if (log.code === 'UNRESOLVED_IMPORT') throw new Error(log.message);
    report(level, log);
  },
  output: {
    format: 'esm',
    comments: false,
    keepNames: true,
    // Because of a single other character, V8 keeps the text of a file with two bytes for each character.
    charset: 'ascii',
  },
} satisfies RolldownOptions;
