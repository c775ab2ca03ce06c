import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runOnce } from '../build/run-once.mjs';
import { step } from '../build/step.mjs';
import { Failure } from '../failure.mjs';
import { installPinned } from '../package-manager.mjs';
import { projectRoot } from '../root.mjs';
import { runChild } from '../run-child.mjs';

/** A later pnpm than the one that installs the packages: `pnpm sbom` came with version 11. */
const home = join(projectRoot, '.tools/sbom');
const pnpm = join(home, 'node_modules/pnpm/bin/pnpm.mjs');

/**
 * Writes a bill of materials (CycloneDX) of the packages that the lock file has for the server and the web client,
 * without the tools of developers.
 *
 * @param {string} node
 * @param {string} file
 */
export async function writeSbom(node, file) {
  await runOnce(
    () => existsSync(pnpm),
    () =>
      step('installing what writes the bill of materials', () =>
        installPinned(join(projectRoot, 'tools/sbom'), home),
      ),
  );
  const packages = ['--filter=@stockbook/server...', '--filter=@stockbook/web...'];
  const format = ['--sbom-format=cyclonedx', '--sbom-type=application', '--prod', '--lockfile-only'];
  const { code, output } = await runChild(node, [pnpm, ...packages, 'sbom', ...format, `--out=${file}`], {
    // The manifest names the pnpm that installs, to which this one would otherwise hand over.
    env: { ...process.env, pnpm_config_pm_on_fail: 'ignore' },
    isQuiet: true,
  });
  if (code === 0) return;
  process.stderr.write(output);
  throw new Failure('the bill of materials could not be written, for the reason above.');
}
