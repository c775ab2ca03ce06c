import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createTestDatabase } from '@stockbook/db/testing';
import { expect, it, onTestFinished } from 'vitest';

const run = promisify(execFile);

/** The file names of Graphile Worker's configuration that cosmiconfig and graphile-config search for. */
const plantedNames = [
  '.graphile-workerrc.js',
  '.graphile-workerrc.cjs',
  'graphile-worker.config.js',
  'graphile-worker.config.cjs',
  '.config/graphile-workerrc.js',
  'graphile.config.js',
  'graphile.config.cjs',
  'graphile.config.mjs',
];

it('no configuration file in the current folder or above it is executed', async () => {
  const { url, drop } = await createTestDatabase();
  onTestFinished(drop);
  const parent = await mkdtemp(join(tmpdir(), 'stockbook-planted-'));
  onTestFinished(() => rm(parent, { recursive: true }));
  const folder = join(parent, 'child');
  const proof = join(parent, 'executed');
  await mkdir(folder);
  for (const place of [parent, folder]) {
    await mkdir(join(place, '.config'));
    for (const name of plantedNames) {
      const load = name.endsWith('.mjs') ? "import fs from 'node:fs'" : "const fs = require('node:fs')";
      await writeFile(join(place, name), `${load};\nfs.writeFileSync(${JSON.stringify(proof)}, '');\n`);
    }
  }
  const program = `
    import { openDatabase } from ${JSON.stringify(new URL('../../../../packages/db/src/index.ts', import.meta.url))};
    import ${JSON.stringify(new URL('../../src/worker/worker-pool.ts', import.meta.url))};
    const database = openDatabase({ url: ${JSON.stringify(url)}, poolSize: 2, warn: console.error });
    await database.migrate();
    await database.close();`;
  await run(process.execPath, ['--input-type=module', '--eval', program], { cwd: folder });
  expect(existsSync(proof)).toBe(false);
});
