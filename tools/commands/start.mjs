import '../lib/check-machine.mjs';
import { buildProgram } from '../lib/build/build-program.mjs';
import { command } from '../lib/failure.mjs';
import { heapOptions } from '../lib/heap-options.mjs';
import { runChild } from '../lib/run-child.mjs';

await command(async () => {
  const { node, env } = await buildProgram('run');
  // The server shuts down on SIGINT, SIGTERM and `disconnect`, which happens when this process ends.
  const { code } = await runChild(node, [...heapOptions(env), 'apps/server/dist/main.js'], {
    env,
    hasIpc: true,
  });
  return code;
});
