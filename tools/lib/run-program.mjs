import { bootstrap } from './bootstrap.mjs';
import { runChild } from './run-child.mjs';

/**
 * Runs an operator's command with the pinned Node.js, which can read the packages' TypeScript.
 *
 * @param {string} file relative to the project's root
 * @param {string[]} args
 * @returns {Promise<number>} the exit code
 */
export async function runProgram(file, args) {
  const { node, env } = await bootstrap();
  const { code } = await runChild(node, [file, ...args], { env, hasStdin: true });
  return code;
}
