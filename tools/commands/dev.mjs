import '../lib/check-machine.mjs';
import { setTimeout as sleep } from 'node:timers/promises';
import { bootstrap } from '../lib/bootstrap.mjs';
import { command, print } from '../lib/failure.mjs';
import { commandFile } from '../lib/package-command.mjs';
import { runChild } from '../lib/run-child.mjs';

const pollMs = 200;

/** @typedef {{ DATABASE_URL: string, PORT: string, API_URL: string, WEB_PORT: string }} Settings */

await command(async () => {
  const { node, env } = await bootstrap('develop');
  const database = startDatabase(node, env);
  const settings = await database.settings;
  if (settings === undefined) return 1;
  const ended = new AbortController();
  const announced = announce(settings.API_URL, `http://localhost:${settings.WEB_PORT}`, ended.signal);
  const { code } = await runChild('node', [commandFile('turbo'), 'run', 'dev', '--env-mode=loose'], {
    env: { ...env, ...settings },
  });
  ended.abort();
  await Promise.all([announced, database.stop()]);
  return code;
});

/**
 * Starts one database for all restarts of the server.
 *
 * @param {string} node
 * @param {NodeJS.ProcessEnv} env
 * @returns {{ settings: Promise<Settings | undefined>, stop(): Promise<unknown> }} the settings are
 *   environment variables of the server and of Vite; undefined if the start failed
 */
function startDatabase(node, env) {
  const down = new AbortController();
  /** @type {Promise<unknown>} */
  let ended = Promise.resolve();
  const settings = new Promise((resolve, reject) => {
    ended = runChild(node, ['apps/server/src/cli.ts', 'dev-database'], {
      env,
      hasIpc: true,
      onMessage: resolve,
      abort: down.signal,
    });
    ended.then(() => resolve(undefined), reject);
  });
  return {
    settings,
    stop() {
      down.abort();
      return ended;
    },
  };
}

/**
 * Prints the address of the page when the page and the server respond. Polls the server first: Vite logs a stack trace
 * for each request that it cannot proxy.
 *
 * @param {string} serverUrl
 * @param {string} pageUrl
 * @param {AbortSignal} ended
 */
async function announce(serverUrl, pageUrl, ended) {
  for (const url of [serverUrl, pageUrl]) {
    while (!(await responds(url, ended))) {
      if (ended.aborted) return;
      await sleep(pollMs);
    }
  }
  print(`the page is ready at ${pageUrl}`);
}

/**
 * @param {string} url
 * @param {AbortSignal} signal
 */
async function responds(url, signal) {
  try {
    return (await fetch(`${url}/api/health/live`, { signal })).ok;
  } catch {
    // The server does not listen yet.
    return false;
  }
}
