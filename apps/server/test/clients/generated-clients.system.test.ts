import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { useHarness } from '../support/harness.ts';
import { generators } from './generated-clients.ts';

const harness = useHarness();
const run = promisify(execFile);
const nodeModules = join(import.meta.dirname, '../../node_modules');

let root = '';
let url = '';
beforeAll(async () => {
  await harness().app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = harness().app.server.address() as AddressInfo;
  url = `http://127.0.0.1:${port}/api`;
  root = await mkdtemp(join(tmpdir(), 'stockbook-clients-'));
  await symlink(nodeModules, join(root, 'node_modules'));
  for (const [name, { generate, program }] of Object.entries(generators)) {
    const folder = join(root, name);
    await mkdir(folder);
    await generate(`${url}/openapi.json`, folder);
    await writeFile(join(folder, 'program.ts'), program);
  }
});
afterAll(() => rm(root, { recursive: true, force: true }));

it('clients of openapi-fetch, orval and Hey API compile with the code that one would first write', async () => {
  const compilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: 'es2024',
    lib: ['es2024', 'dom', 'dom.iterable'],
    module: 'nodenext',
    types: ['node'],
    allowImportingTsExtensions: true,
  };
  await writeFile(join(root, 'package.json'), '{ "type": "module" }');
  await writeFile(join(root, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
  const { stdout } = await run(join(nodeModules, '.bin/tsc'), ['-p', root]).catch((error) => error);
  expect(stdout).toBe('');
});

it.each(Object.keys(generators))('a client of %s runs the main flow', async (name) => {
  const program = join(root, name, 'program.ts');
  const { stdout } = await run(process.execPath, [program, url, name]);
  expect(JSON.parse(stdout)).toEqual([5, 'RSI', 'Stock not found']);
});
