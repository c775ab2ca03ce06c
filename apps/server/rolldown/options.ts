import http from 'node:http';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import type { Plugin, RolldownOptions } from 'rolldown';
import { programVersion } from '../src/program-version.ts';

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

/** Writes the version of the program into the bundle: at each start, reading the sources would take 35 ms. */
export function keepProgramVersion(): Plugin {
  return {
    name: 'keep-program-version',
    load: {
      filter: { id: /[\\/]program-version\.ts$/ },
      handler() {
        const version = programVersion(join(import.meta.dirname, '../../..'));
        return `export const programVersion = () => ${JSON.stringify(version)};`;
      },
    },
  };
}

/**
 * Takes what modules import of `node:http` from the module itself. An import statement reads all of its properties, and
 * that of `WebSocket` loads Node.js's `fetch`: 3 MiB and 50 ms of processor time at each start.
 */
export function importHttpAlone(): Plugin {
  const id = '\0http';
  const names = Object.entries(Object.getOwnPropertyDescriptors(http)).flatMap(([name, { get }]) =>
    get ? [] : name,
  );
  return {
    name: 'import-http-alone',
    resolveId: {
      filter: { id: /^(node:)?http$/ },
      handler: (_source, _importer, { kind }) => (kind === 'import-statement' ? id : null),
    },
    load: {
      filter: { id: /^\0http$/ },
      handler: () =>
        `const http = process.getBuiltinModule('node:http');\nexport const { ${names.join(', ')} } = http;\nexport default http;`,
    },
  };
}

const trpc = createRequire(import.meta.url).resolve('@trpc/server/package.json');

/** Names and lines stay readable in stack traces. */
export const common = {
  platform: 'node',
  // tRPC's TypeScript: its compiled files emulate object spread, which takes longer than all else in a call.
  resolve: { alias: { '@trpc/server': join(dirname(trpc), 'src') } },
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
