import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { useHarness } from '../support/harness.ts';

const harness = useHarness();
const readme = readFileSync(new URL('../../../../README.md', import.meta.url), 'utf8');

/** The lines of the shell block below a heading of the README. */
function shellLines(heading: string): string[] {
  const [, section = ''] = readme.split(`\n## ${heading}\n`);
  const [, block = ''] = /```sh\n(.*?)\n```/s.exec(section) ?? [];
  return block.split('\n');
}

it('shows curl commands that run as written', async () => {
  await harness().app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = harness().app.server.address() as AddressInfo;
  const account = { email: 'you@example.com', username: 'you', password: 'your password' };
  const { body } = await harness().rest('POST', '/auth/register', { body: account });
  const token = String(body.access_token);

  const [signIn = '', add = '', bars = '', ...others] = shellLines('The API');
  expect(others).toEqual([]);
  async function run(line: string): Promise<Record<string, unknown>> {
    const script = [signIn, line].join('\n').replaceAll('localhost:3000', `127.0.0.1:${port}`);
    const { stdout } = await promisify(execFile)('sh', ['-ec', script]);
    return JSON.parse(stdout);
  }

  const added = await run(add);
  expect(added).toEqual({ data: { task_id: expect.any(String), symbol: 'AAPL' }, message: 'Adding AAPL' });
  await harness().endOfTask({ body: added }, token);
  expect(await run(bars)).toMatchObject({ symbol: 'AAPL', interval: 'daily', data: expect.any(Array) });
});
