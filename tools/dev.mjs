import './check-node.mjs';
import { bootstrap } from './bootstrap.mjs';
import { command } from './failure.mjs';
import { runChild } from './run-child.mjs';

await command(async () => {
  const { node, env } = await bootstrap();
  const database = startDatabase(node, env);
  const url = await database.url;
  if (url === undefined) return 1;
  const { code } = await runChild('turbo', ['run', 'dev', '--env-mode=loose'], {
    env: { ...env, DATABASE_URL: url },
  });
  await database.stop();
  return code;
});

/**
 * One database for all restarts of the server.
 *
 * @param {string} node
 * @param {NodeJS.ProcessEnv} env
 * @returns {{ url: Promise<string | undefined>, stop(): Promise<unknown> }} no address where it did not start
 */
function startDatabase(node, env) {
  const down = new AbortController();
  /** @type {Promise<unknown>} */
  let ended = Promise.resolve();
  const url = new Promise((resolve, reject) => {
    ended = runChild(node, ['tools/dev-database.mjs'], {
      env,
      hasIpc: true,
      onMessage: (message) => resolve(String(message)),
      abort: down.signal,
    });
    ended.then(() => resolve(undefined), reject);
  });
  return {
    url,
    stop() {
      down.abort();
      return ended;
    },
  };
}
