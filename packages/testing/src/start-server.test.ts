import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { startServer } from './start-server.ts';

/** Writes a program that stays alive. */
async function writeProgram(code: string): Promise<{ folder: string; file: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'stockbook-testing-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'program.mjs');
  await writeFile(file, `${code}\nsetInterval(() => {}, 1000);`);
  return { folder, file };
}

const printReady = "console.log('ready at http://localhost:4321');";

it('returns the URL of a server that is ready, and stops it', async () => {
  const { file } = await writeProgram(`process.once('SIGTERM', () => process.exit(3)); ${printReady}`);
  const server = await startServer({ file, env: {} });
  expect([server.url, server.lines, server.hasEnded]).toEqual([
    'http://127.0.0.1:4321',
    ['ready at http://localhost:4321'],
    false,
  ]);
  expect(await server.stop()).toMatchObject({ exitCode: 3 });
  expect(server.hasEnded).toBe(true);
});

it('writes the output to a file', async () => {
  const { folder, file } = await writeProgram(printReady);
  const logFile = join(folder, 'log');
  const server = await startServer({ file, env: {}, logFile });
  await server.kill();
  expect([server.url, await readFile(logFile, 'utf8')]).toEqual([
    'http://127.0.0.1:4321',
    'ready at http://localhost:4321\n',
  ]);
});

it('throws an error with the output when the server ends during its start', async () => {
  const { file } = await writeProgram(
    "console.error('stockbook: no port'); process.exitCode = 1; process.exit();",
  );
  await expect(startServer({ file, env: {} })).rejects.toThrow(
    `${file} exited with 1 during startup\nstockbook: no port`,
  );
});
