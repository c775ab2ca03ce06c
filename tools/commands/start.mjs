import '../lib/check-machine.mjs';
import { bootstrap } from '../lib/bootstrap.mjs';
import { buildWeb } from '../lib/build/build-web.mjs';
import { command } from '../lib/failure.mjs';
import { heapOptions } from '../lib/heap-options.mjs';
import { runChild } from '../lib/run-child.mjs';

await command(async () => {
  const { node, env } = await bootstrap();
  await buildWeb(env);
  // The server shuts down on SIGINT, SIGTERM and `disconnect`, which happens when this process ends.
  const { code } = await runChild(node, [...heapOptions(env), 'apps/server/src/main.ts'], {
    env,
    hasIpc: true,
  });
  return code;
});
