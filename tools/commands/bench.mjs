import '../lib/check-machine.mjs';
import { buildProgram } from '../lib/build/build-program.mjs';
import { command } from '../lib/failure.mjs';
import { runChild } from '../lib/run-child.mjs';

await command(async () => {
  const { env } = await buildProgram('develop');
  const { code } = await runChild('node', ['apps/server/bench/bench.ts', ...process.argv.slice(2)], { env });
  return code;
});
