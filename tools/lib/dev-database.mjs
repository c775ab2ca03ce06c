// Run by dev.mjs with the pinned Node.js, which can read the packages' TypeScript. Sends the settings that the
// server and Vite share, and keeps the database up until dev.mjs disconnects: the servers that use it must end first.
import { once } from 'node:events';
import { createServer, isIPv6 } from 'node:net';
import { readEnv, StartError } from '../../apps/server/src/env.ts';
import { listen } from '../../apps/server/src/listen.ts';
import {
  EmbeddedPostgresError,
  startEmbeddedPostgres,
} from '../../packages/db/src/embedded-postgres/embedded-postgres.ts';

process.on('SIGINT', () => {});
process.on('SIGTERM', () => {});

/**
 * Listens, so that a taken port ends the start before anything else has started.
 *
 * @param {import('../../apps/server/src/listen.ts').Address} address
 */
async function reserve(address) {
  const server = createServer().listen(address);
  await once(server, 'listening');
  return server;
}

/** @param {import('node:net').Server} server */
async function release(server) {
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('The port has no number.');
  return address.port;
}

/**
 * The address at which this machine reaches what listens on a host.
 *
 * @param {string} host
 * @param {number} port
 */
function urlOf(host, port) {
  const reachable = { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host;
  return `http://${isIPv6(reachable) ? `[${reachable}]` : reachable}:${port}`;
}

try {
  const env = readEnv();
  const api = await listen({ port: 'PORT', host: 'HOST' }, { port: env.PORT, host: env.HOST }, reserve);
  const page = await listen({ port: 'WEB_PORT' }, { port: env.WEB_PORT, host: '127.0.0.1' }, reserve);
  const [port, webPort] = await Promise.all([release(api), release(page)]);
  const database = env.DATABASE_URL
    ? { url: env.DATABASE_URL, stop: async () => {} }
    : await startEmbeddedPostgres({ dataDir: env.DATA_DIR });
  process.once('disconnect', () => database.stop());
  process.send?.({
    DATABASE_URL: database.url,
    PORT: String(port),
    API_URL: urlOf(env.HOST, port),
    WEB_PORT: String(webPort),
  });
} catch (error) {
  if (!(error instanceof EmbeddedPostgresError || error instanceof StartError)) throw error;
  process.stderr.write(`${error.message.replaceAll(/^/gm, 'stockbook: ')}\n`);
  process.exit(1);
}
