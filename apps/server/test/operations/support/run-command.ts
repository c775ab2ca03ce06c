import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const commandLine = fileURLToPath(new URL('../../../src/cli.ts', import.meta.url));

/** Runs an operator's command on a database. @returns the exit code, and all lines that it printed */
export async function runCommand(url: string, ...args: readonly string[]) {
  const child = spawn(process.execPath, [commandLine, ...args], {
    env: { ...process.env, DATABASE_URL: url, MARKET_DATA: 'simulated' },
  });
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  return { code, lines: `${stdout}${stderr}`.trimEnd().split('\n') };
}
