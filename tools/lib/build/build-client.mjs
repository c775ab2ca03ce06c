import { Failure } from '../failure.mjs';
import { commandFile } from '../package-command.mjs';
import { runChild } from '../run-child.mjs';

/**
 * Generates and compiles `@stockbook/client`, which tests import. Turborepo skips it if the OpenAPI document is
 * unchanged.
 *
 * @param {NodeJS.ProcessEnv} env
 */
export async function buildClient(env) {
  const args = [commandFile('turbo'), 'run', 'build', '--filter=@stockbook/client'];
  const { code, output } = await runChild('node', args, { env, isQuiet: true });
  if (code === 0) return;
  process.stderr.write(output);
  throw new Failure('@stockbook/client could not be generated, for the reason above.');
}
