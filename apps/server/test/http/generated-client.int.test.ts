import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
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
import * as stockbook from './client.ts';

export async function run(baseUrl: string): Promise<{ statuses: number[]; names: string[] }> {
  stockbook.defaults.baseUrl = baseUrl;
  const signedUp = await stockbook.register({ email: 'client@example.com', username: 'client', password: 'a long and private sentence' });
  if (signedUp.status !== 201) throw new Error(\`\${signedUp.status}\`);
  const token: string = signedUp.data.access_token;
  const headers = { authorization: \`Bearer \${token}\` };
  const created = await stockbook.createStrategy({ name: 'Generated', rules: { below: 30 } }, { headers });
  const listed = await stockbook.listStrategies({ limit: 10 }, { headers });
  const refused = await stockbook.getStock('NONE', { headers });
  const names: string[] = listed.status === 200 ? listed.data.strategies.map((strategy) => strategy.name) : [];
  return { statuses: [signedUp.status, created.status, listed.status, refused.status], names };
}
`;

let folder = '';
beforeAll(async () => {
  // Inside the project, so that the generated code can import its runtime.
  folder = await mkdtemp(join(here, '../../node_modules/.client-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('a generated TypeScript client compiles and calls operations by their operationId', async () => {
  await harness().app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = harness().app.server.address() as AddressInfo;
  const client = await generateSource(`http://127.0.0.1:${port}/api/openapi.json`);
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
  expect(await run(`http://127.0.0.1:${port}/api`)).toEqual({
    statuses: [201, 201, 200, 404],
    names: ['Generated'],
  });
});
