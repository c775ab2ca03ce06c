import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openDatabase } from '@stockbook/db';
import { freePort, pollUntil } from '@stockbook/testing';
import { type Gateway, waitForPort } from './gateway.ts';
import { programFolder, startProgram } from './packaged-program.ts';
import { atPort, type PostgresServer } from './postgres-server.ts';

const example = new URL('../../../../../deploy/haproxy.cfg', import.meta.url);

/** Starts HAProxy with deploy/haproxy.cfg in front of a primary and its standbys. */
export async function startHaproxy(
  primary: PostgresServer,
  standbys: readonly PostgresServer[] = [],
): Promise<Gateway> {
  const folder = await programFolder();
  const port = await freePort();
  const servers = [primary, ...standbys].map(
    (server) => `  server at-${server.port} 127.0.0.1:${server.port}\n`,
  );
  const config = (await readFile(example, 'utf8'))
    .replace('127.0.0.1:5432', `127.0.0.1:${port}`)
    .replace(/( {2}server .*\n)+$/, servers.join(''));
  await writeFile(join(folder, 'haproxy.cfg'), config);
  const program = startProgram('haproxy', '-db', '-f', join(folder, 'haproxy.cfg'));
  await waitForPort(port, program);
  const url = atPort(primary.url, port);
  await waitForPrimary(url, servers.length);
  return {
    port,
    url,
    async remove() {
      await program.end('SIGTERM');
      await rm(folder, { recursive: true });
    },
  };
}

/**
 * Waits until HAProxy has found the primary. It takes every server for one at first, and passes connections on in
 * turns: as many as there are servers lead to all of them.
 */
async function waitForPrimary(url: string, servers: number): Promise<void> {
  const isPrimary = async () => {
    const database = openDatabase({ url, poolSize: 1, warn: () => {} });
    try {
      return await database.takesWrites();
    } catch {
      return false;
    } finally {
      await database.close();
    }
  };
  await pollUntil('a primary behind HAProxy', async () => {
    for (let connection = 0; connection < servers; connection += 1) {
      if (!(await isPrimary())) return false;
    }
    return true;
  });
}
