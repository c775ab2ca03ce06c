import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { generateSource } from 'oazapfts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { useHarness } from '../support/harness.ts';

const harness = useHarness();
const here = import.meta.dirname;

/** A program of a third party that uses the generated client: it must compile and run. */
const program = `
import { ok } from '@oazapfts/runtime';
import * as stockbook from './client.ts';

export async function run(baseUrl: string, username: string): Promise<{ statuses: number[]; names: string[]; isNullable: boolean }> {
  stockbook.defaults.baseUrl = baseUrl;
  const signedUp = await ok(
    stockbook.register({ email: \`\${username}@example.com\`, username, password: 'a long and private sentence' }),
  );
  const token: string = signedUp.access_token;
  const isNullable: null extends typeof signedUp.user.first_name ? true : false = true;
  const headers = { authorization: \`Bearer \${token}\` };
  const created = await stockbook.createStrategy({ name: 'Generated', rules: { below: 30 } }, {}, { headers });
  const listed = await ok(stockbook.listStrategies({ limit: 10 }, { headers }));
  const refused = await stockbook.getStock('NONE', { headers });
  const names: string[] = listed.strategies.map((strategy) => strategy.name);
  return { statuses: [created.status, refused.status], names, isNullable };
}
`;

let root = '';
beforeAll(async () => {
  // Inside the project, so that the generated code can import its runtime.
  root = await mkdtemp(join(here, '../../node_modules/.client-'));
  await harness().app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => rm(root, { recursive: true, force: true }));

it.each([
  ['3.1', 'openapi', 'client-31'],
  ['3.0', 'openapi-3.0', 'client-30'],
])(
  'a TypeScript client generated from OpenAPI %s compiles and calls operations by their operationId',
  async (_, name, username) => {
    const folder = join(root, name);
    await mkdir(folder);
    const { port } = harness().app.server.address() as AddressInfo;
    const client = await generateSource(`http://127.0.0.1:${port}/api/${name}.json`);
    const sources = { client, program };
    for (const [name, source] of Object.entries(sources)) {
      await writeFile(join(folder, `${name}.ts`), source);
      const script = stripTypeScriptTypes(source).replaceAll('./client.ts', './client.mjs');
      await writeFile(join(folder, `${name}.mjs`), script);
    }
    const options = ['--strict', '--noEmit', '--skipLibCheck', '--module', 'nodenext', '--target', 'es2024'];
    const tsc = promisify(execFile)(
      join(here, '../../node_modules/.bin/tsc'),
      [...options, '--allowImportingTsExtensions', '--ignoreConfig', 'program.ts'],
      { cwd: folder },
    );
    await expect(tsc).resolves.toMatchObject({ stderr: '' });
    const { run } = await import(pathToFileURL(join(folder, 'program.mjs')).href);
    expect(await run(`http://127.0.0.1:${port}/api`, username)).toEqual({
      statuses: [201, 404],
      names: ['Generated'],
      isNullable: true,
    });
  },
);
