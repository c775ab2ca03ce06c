import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { startEmbeddedPostgres } from '@stockbook/db';
import { type Env, readEnv } from '../env.ts';
import { type Address, authorityOf, listen } from '../listen.ts';

/**
 * Runs the database of `npm run dev`: sends the parent process the settings that the server and Vite share, and keeps
 * the database up until the parent disconnects, because the servers that use it must end first.
 */
export async function devDatabase(): Promise<void> {
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => {});
  const env = readEnv();
  const { port, webPort } = await findPorts(env);
  const database = env.DATABASE_URL
    ? { url: env.DATABASE_URL, stop: async () => {} }
    : await startEmbeddedPostgres({ dataDir: env.DATA_DIR });
  if (process.connected) {
    process.send?.({
      DATABASE_URL: database.url,
      PORT: String(port),
      API_URL: `http://${authorityOf(env.HOST)}:${port}`,
      WEB_PORT: String(webPort),
    });
    await once(process, 'disconnect');
  }
  await database.stop();
}

/** Listens on both ports at once, so that a taken one ends the start before anything else has started. */
async function findPorts(env: Env): Promise<{ port: number; webPort: number }> {
  await using api = await listen({ port: 'PORT', host: 'HOST' }, { port: env.PORT, host: env.HOST }, reserve);
  await using page = await listen({ port: 'WEB_PORT' }, { port: env.WEB_PORT, host: '127.0.0.1' }, reserve);
  return { port: portOf(api), webPort: portOf(page) };
}

async function reserve(address: Address): Promise<Server> {
  const server = createServer().listen(address);
  await once(server, 'listening');
  return server;
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The port has no number.');
  return address.port;
}
