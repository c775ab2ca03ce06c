import '../lib/check-machine.mjs';
import { buildClient } from '../lib/build/build-client.mjs';
import { buildProgram } from '../lib/build/build-program.mjs';
import { command } from '../lib/failure.mjs';
import { installPrograms } from '../lib/install-programs.mjs';
import { commandFile } from '../lib/package-command.mjs';
import { runChild } from '../lib/run-child.mjs';

await command(async () => {
  await installPrograms();
  const { env } = await buildProgram('develop');
  await buildClient(env);
  const args = ['run', '--root=apps/server', '--config=vitest.operations.config.ts', '--maxWorkers=2'];
  const { code } = await runChild('node', [commandFile('vitest'), ...args, ...process.argv.slice(2)], {
    env,
  });
  return code;
});
