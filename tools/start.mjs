import './check-node.mjs';
import { bootstrap } from './bootstrap.mjs';
import { buildWeb } from './build-web.mjs';
import { command } from './failure.mjs';
import { runChild } from './run-child.mjs';

await command(async () => {
  const { node, env } = await bootstrap();
  await buildWeb(env);
  // The server stops cleanly by SIGINT, by SIGTERM and by `disconnect`, which tells it that this process is gone.
  const { code } = await runChild(node, ['apps/server/src/main.ts'], { env, hasIpc: true });
  return code;
});
