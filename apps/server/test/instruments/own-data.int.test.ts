import { execFile, execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { projectDir } from '../../src/env.ts';
import { useHarness } from '../support/harness.ts';

const harness = useHarness();
const document = readFileSync(join(projectDir, 'docs/own-data.md'), 'utf8');

let url = '';
beforeAll(async () => {
  await harness().app.listen({ port: 0, host: '127.0.0.1' });
  url = `http://127.0.0.1:${(harness().app.server.address() as AddressInfo).port}`;
});

const interpreters: Readonly<Record<string, readonly [file: string, ...args: string[]]>> = {
  sh: ['bash', '-eu', '-o', 'pipefail'],
  python: ['python3'],
  ts: [process.execPath],
};

function hasPython(): boolean {
  try {
    execFileSync('python3', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Runs the program below a heading of the document as it is written there. @returns its output */
async function runProgram(heading: string, token: string): Promise<string> {
  const [, section = ''] = document.split(new RegExp(`^#+ ${heading}$`, 'm'));
  const [, language = '', code = ''] = /^```(\w+)\n(.*?)^```$/ms.exec(section) ?? [];
  const [file = '', ...args] = interpreters[language] ?? [];
  const folder = await mkdtemp(join(tmpdir(), 'stockbook-own-data-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const program = join(folder, `program.${language === 'ts' ? 'mts' : language}`);
  await writeFile(program, code);
  const env = { ...process.env, STOCKBOOK_URL: url, STOCKBOOK_TOKEN: token };
  return (await promisify(execFile)(file, [...args, program], { cwd: folder, env })).stdout;
}

it.each(['curl', ...(hasPython() ? ['Python'] : []), 'TypeScript'])(
  'creates an instrument, sends a price and prints the signal by the program in %s',
  async (heading) => {
    const [first, { token }] = [await harness().signUp(), await harness().signUp()];
    await runProgram(heading, first.token);
    const created = await harness().rest('GET', '/instruments/@SPREAD', { token: first.token });
    expect(created.body).toMatchObject({ bars: 1, last_close: 1.27 });
    const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
    const instrument = {
      symbol: '@SPREAD',
      name: 'Spread',
      currency: 'EUR',
      bars: [{ date: yesterday, close: 0.9 }],
    };
    await harness().rest('POST', '/instruments', { token, body: instrument });
    await harness().rest('POST', '/signals/rules', { token, body: { when: 'close > 1', symbol: '@SPREAD' } });
    const printed = await runProgram(heading, token);
    expect(printed).toContain('@SPREAD: close was above 1');
  },
);

it('stores the prices of the table', async () => {
  const { token } = await harness().signUp();
  expect(JSON.parse(await runProgram('Prices', token))).toMatchObject({ added: 2, removed: 0 });
});
