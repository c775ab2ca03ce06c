import { resolve } from 'node:path';
import { bootstrap } from './bootstrap.mjs';
import { command } from './failure.mjs';
import { runChild } from './run-child.mjs';

/**
 * Runs the server's command line with the arguments of this process, and with the pinned Node.js, which can read the
 * packages' TypeScript.
 *
 * @param {string[]} names the command; none if the arguments name it
 * @param {(arg: string) => string} [translate] changes each argument
 */
export async function operatorCommand(names, translate = (arg) => arg) {
  await command(async () => {
    const { node, env } = await bootstrap('run');
    const args = [...names, ...process.argv.slice(2).map(translate)];
    const { code } = await runChild(node, ['apps/server/src/cli.ts', ...args], { env, hasStdin: true });
    return code;
  });
}

/**
 * npm changes to the project's folder; a file is named in the folder where npm was called.
 *
 * @param {string} arg
 */
export function resolveFile(arg) {
  return arg.startsWith('-') ? arg : resolve(process.env.INIT_CWD ?? '.', arg);
}
