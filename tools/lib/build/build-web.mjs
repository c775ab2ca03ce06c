import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Failure, tell } from '../failure.mjs';
import { projectRoot } from '../root.mjs';
import { runChild } from '../run-child.mjs';
import { fingerprint } from './fingerprint.mjs';
import { runOnce } from './run-once.mjs';
import { isStamped, stamp } from './stamp.mjs';

const STAMP = join(projectRoot, '.tools/web-build');

/**
 * Builds the web client, unless its sources are unchanged since the last build.
 *
 * @param {NodeJS.ProcessEnv} env
 */
export function buildWeb(env) {
  const isBuilt = () =>
    existsSync(join(projectRoot, 'apps/web/dist/index.html')) && isStamped(STAMP, sources());
  return runOnce(isBuilt, async () => {
    tell('building the web client …');
    const args = ['run', 'build', '--filter=@stockbook/web'];
    const { code, output } = await runChild('turbo', args, { env, isQuiet: true });
    if (code !== 0) {
      process.stderr.write(output);
      throw new Failure('the web client could not be built, for the reason above.');
    }
    // After the build, because the build writes routeTree.gen.ts, one of the sources.
    stamp(STAMP, sources());
  });
}

function sources() {
  return fingerprint([
    'apps/web',
    'packages/api',
    'packages/rules',
    'docs/rules.md',
    'pnpm-lock.yaml',
    'tsconfig.base.json',
  ]);
}
