import '../lib/check-machine.mjs';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { command } from '../lib/failure.mjs';
import { operatorCommand } from '../lib/operator-command.mjs';
import { projectRoot } from '../lib/root.mjs';
import { clonePlaces, maxCloneBytes, measureSizes, printSizes } from '../lib/sizes.mjs';

if (process.argv.includes('--size')) await command(size);
else await operatorCommand(['doctor']);

/** Installs nothing. */
async function size() {
  const settings = join(projectRoot, '.env');
  // Node.js 20.11 and older lack the function.
  if (existsSync(settings)) process.loadEnvFile?.(settings);
  printSizes(
    measureSizes(clonePlaces(process.env)),
    `a first start leaves ${maxCloneBytes / 1e6} MB at most`,
  );
  return 0;
}
