import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';

/** Prints each signal it receives, and exits with 7 soon after the first. */
const childScript = `
  for (const event of ['SIGINT', 'SIGTERM', 'disconnect']) process.on(event, () => {
    console.log(event);
    setTimeout(() => process.exit(7), 300);
  });
  console.log('up');
  setInterval(() => {}, 1000);`;

/** @param {{ hasIpc?: boolean }} options */
const launcher = (options) => `
  import { runChild } from ${JSON.stringify(new URL('../lib/run-child.mjs', import.meta.url))};
  await runChild(process.execPath, ['--eval', ${JSON.stringify(childScript)}], ${JSON.stringify(options)});`;

/**
 * Runs a script until the child is up. Its output ends when the last process that holds it is gone.
 *
 * @param {string} code
 */
async function start(code) {
  const script = spawn(process.execPath, ['--input-type=module', '--eval', code], {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise((resolve) => script.stdout.once('readable', resolve));
  const exitCode = new Promise((resolve) => script.once('exit', resolve));
  return { pid: script.pid ?? Number.NaN, output: text(script.stdout), exitCode };
}

it('forwards Ctrl-C once, and exits with the code of the child', async () => {
  const { pid, output, exitCode } = await start(launcher({}));
  process.kill(-pid, 'SIGINT');
  expect(await output).toBe('up\nSIGINT\n');
  expect(await exitCode).toBe(7);
});

it('ends the child when it is killed', async () => {
  const { pid, output } = await start(launcher({}));
  process.kill(pid, 'SIGKILL');
  expect(await output).toBe('up\nSIGTERM\n');
});

it('lets a child with IPC notice that it was killed', async () => {
  const { pid, output } = await start(launcher({ hasIpc: true }));
  process.kill(pid, 'SIGKILL');
  expect(await output).toBe('up\ndisconnect\n');
});

it('ends a child with IPC by disconnecting, and returns its exit code', async () => {
  const { output, exitCode } = await start(`
    import { runChild } from ${JSON.stringify(new URL('../lib/run-child.mjs', import.meta.url))};
    const down = new AbortController();
    const args = ['--eval', ${JSON.stringify(`${childScript} process.send('up')`)}];
    const onMessage = () => down.abort();
    const { code } = await runChild(process.execPath, args, { hasIpc: true, onMessage, abort: down.signal });
    process.exit(code + 1);`);
  expect(await output).toBe('up\ndisconnect\n');
  expect(await exitCode).toBe(8);
});

it('starts no other child after it received a signal', async () => {
  const keeper = `
    process.on('SIGTERM', () => {});
    process.on('disconnect', () => process.exit());
    process.send('up');`;
  const { pid, output } = await start(`
    import { runChild } from ${JSON.stringify(new URL('../lib/run-child.mjs', import.meta.url))};
    const down = new AbortController();
    await new Promise((onMessage) => {
      runChild(process.execPath, ['--eval', ${JSON.stringify(keeper)}], { hasIpc: true, onMessage, abort: down.signal });
    });
    await runChild(process.execPath, ['--eval', ${JSON.stringify(childScript)}]);
    const { code } = await runChild('echo', ['late']);
    console.log(code);
    down.abort();`);
  process.kill(pid, 'SIGTERM');
  expect(await output).toBe('up\nSIGTERM\n143\n');
});

it('passes standard input on to a child that reads it', async () => {
  const code = `
    import { runChild } from ${JSON.stringify(new URL('../lib/run-child.mjs', import.meta.url))};
    await runChild('cat', [], { hasStdin: true });`;
  const script = spawn(process.execPath, ['--input-type=module', '--eval', code], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  script.stdin.end('a line');
  expect(await text(script.stdout)).toBe('a line');
});

it('ends when npm has ended', async () => {
  const npm = `
    import { spawn } from 'node:child_process';
    spawn(process.execPath, ['--input-type=module', '--eval', ${JSON.stringify(launcher({}))}], {
      env: { ...process.env, npm_lifecycle_event: 'start' },
      stdio: 'inherit',
    });`;
  const { pid, output } = await start(npm);
  process.kill(pid, 'SIGTERM');
  expect(await output).toBe('up\nSIGTERM\n');
});
