import { execFile, execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { projectDir } from '../../src/env.ts';
import { useHarness } from '../support/harness.ts';

interface Snippet {
  /** The nearest heading before it. */
  readonly heading: string;
  readonly language: string;
  readonly code: string;
}

/** How a language runs a file. Node.js and Bash with curl are always there. */
const interpreters: Readonly<Record<string, readonly [file: string, ...args: string[]]>> = {
  sh: ['bash', '-eu', '-o', 'pipefail'],
  python: ['python3'],
  r: ['Rscript'],
  ts: [process.execPath],
};

/** A command that fails unless the snippet's interpreter and its libraries are installed. */
function probe({ language, code }: Snippet): readonly [file: string, ...args: string[]] {
  const libraries = [...code.matchAll(/^(?:import|library\()\s*(\w+)/gm)].map(([, name]) => name);
  if (language === 'python') return ['python3', '-c', `import ${libraries.join(', ')}`];
  if (language === 'r') return ['Rscript', '-e', libraries.map((name) => `library(${name})`).join('; ')];
  return ['curl', '--version'];
}

function isInstalled(snippet: Snippet): boolean {
  const [file, ...args] = probe(snippet);
  try {
    execFileSync(file, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

function snippetsOf(document: string): Snippet[] {
  const text = readFileSync(join(projectDir, document), 'utf8');
  return [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(({ 1: language = '', 2: code = '', index }) => {
    const headings = [...text.slice(0, index).matchAll(/^#+ (.*)$/gm)];
    return { heading: headings.at(-1)?.[1] ?? '', language, code };
  });
}

const snippets = snippetsOf('docs/api.md').filter(({ language }) => language in interpreters);
/** With those above it under its heading, whose files it reads. */
const present = snippets.filter((snippet, index) =>
  snippets.slice(0, index + 1).every((other) => other.heading !== snippet.heading || isInstalled(other)),
);
const label = ({ heading, code }: Snippet) => (code.includes('pandas') ? `${heading} with pandas` : heading);
const absent = snippets.filter((snippet) => !present.includes(snippet)).map(label);
const run = promisify(execFile);
const harness = useHarness();

let url = '';
let token = '';
beforeAll(async () => {
  process.stdout.write(
    `docs/api.md: running ${present.map(label).join(', ')}; not installed: ${absent.join(', ') || 'none'}\n`,
  );
  await harness().app.listen({ port: 0, host: '127.0.0.1' });
  url = `http://127.0.0.1:${(harness().app.server.address() as AddressInfo).port}`;
  token = (await harness().signUp()).token;
  await harness().addStock(token, 'AAPL');
});

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'stockbook-snippets-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

/** Runs a snippet as a program of its own, in a folder. @returns its output */
async function runSnippet({ language, code }: Snippet, cwd: string, bearer = token): Promise<string> {
  const [file = '', ...args] = interpreters[language] ?? [];
  const program = join(cwd, `snippet.${language === 'ts' ? 'mts' : language}`);
  await writeFile(program, code);
  const env = { ...process.env, STOCKBOOK_URL: url, STOCKBOOK_TOKEN: bearer };
  const { stdout } = await run(file, [...args, program], { cwd, env });
  return stdout;
}

/** The statuses of the requests to a path since a line of the log. */
function statuses(path: string, since: number): unknown[] {
  const entries = harness()
    .logged.slice(since)
    .map((line) => JSON.parse(line));
  return entries.filter((entry) => entry.path === path).map(({ status }) => status);
}

it.each(
  ['curl', 'Python', 'R', 'TypeScript'].filter((name) => present.some(({ heading }) => heading === name)),
)('the polling of docs/api.md in %s downloads the bars once, and gets 304 after that', async (name) => {
  const folder = await temporaryFolder();
  const since = harness().logged.length;
  for (const snippet of [0, 1].flatMap(() => present.filter(({ heading }) => heading === name))) {
    await runSnippet(snippet, folder);
  }
  const csv = await harness().rest('GET', '/stocks/AAPL/data.csv', { token });
  expect(await readFile(join(folder, 'AAPL.csv'), 'utf8')).toBe(csv.text);
  expect(statuses('/api/stocks/AAPL/data.csv', since).slice(0, 2)).toEqual([200, 304]);
});

it('has polling in four languages, of which curl and TypeScript always run', () => {
  const headings = (list: readonly Snippet[]) => new Set(list.map(({ heading }) => heading));
  expect(headings(snippets)).toEqual(
    new Set(['Tasks', 'Repeating a POST request', 'curl', 'Python', 'R', 'TypeScript', 'Many stocks']),
  );
  expect([...headings(present)]).toEqual(expect.arrayContaining(['curl', 'TypeScript']));
});

it.each([
  ['Tasks', /"status":"SUCCESS"/],
  ['Many stocks', /"unknown":\[/],
  ['Repeating a POST request', /^(\{"id":.*\})\1$/],
])('the commands of docs/api.md about %s run as written', async (heading, output) => {
  const { token: newToken } = await harness().signUp();
  const snippet = present.find((candidate) => candidate.heading === heading);
  if (!snippet) throw new Error(`docs/api.md has no commands about ${heading}`);
  const printed = await runSnippet(snippet, await temporaryFolder(), newToken);
  expect(printed.trim()).toMatch(output);
});
