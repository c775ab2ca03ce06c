import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ServerProcess, startServer } from '@stockbook/testing';

/** The bundle, as in `playwright.config.ts`. */
const file = fileURLToPath(new URL('../../apps/server/dist/main.js', import.meta.url));

/**
 * Starts the program with settings and a database of its own, and stops it when `use` ends.
 * @param settings receives a folder, which is removed at the end
 */
export async function runServer(
  settings: (folder: string) => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>,
  use: (server: ServerProcess, folder: string) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'stockbook-e2e-'));
  const env = { DATABASE_URL: '', DATA_DIR: join(folder, 'data'), ...(await settings(folder)) };
  const server = await startServer({ file, env });
  await use(server, folder);
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}
