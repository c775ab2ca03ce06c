import '../lib/check-machine.mjs';
import { parseArgs } from 'node:util';
import { buildClient } from '../lib/build/build-client.mjs';
import { buildProgram } from '../lib/build/build-program.mjs';
import { command } from '../lib/failure.mjs';
import { installPrograms } from '../lib/install-programs.mjs';
import { commandFile } from '../lib/package-command.mjs';
import { runChild } from '../lib/run-child.mjs';

const { values, positionals } = parseArgs({
  options: { attack: { type: 'boolean' } },
  allowPositionals: true,
});

await command(async () => {
  // The attack takes an hour and starts no programs but ours.
  const isAttack = values.attack === true;
  if (!isAttack) await installPrograms();
  const { env } = await buildProgram('develop');
  await buildClient(env);
  const project = isAttack ? 'attack' : '!attack';
  const args = ['--config=vitest.operations.config.ts', `--project=${project}`, '--maxWorkers=2'];
  const { code } = await runChild(
    'node',
    [commandFile('vitest'), 'run', '--root=apps/server', ...args, ...positionals],
    { env },
  );
  return code;
});
