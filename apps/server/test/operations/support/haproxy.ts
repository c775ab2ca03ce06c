import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openDatabase } from '@stockbook/db';
import { pollUntil } from '@stockbook/testing';
import { type Gateway, waitForPort } from './gateway.ts';
import { freePort, programFolder, startProgram } from './packaged-program.ts';
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
  await waitForPrimary(url);
  return {
    port,
    url,
    async remove() {
      await program.end('SIGTERM');
      await rm(folder, { recursive: true });
    },
  };
}

async function waitForPrimary(url: string): Promise<void> {
  const database = openDatabase({ url, poolSize: 1, warn: () => {} });
  const hasAnswered = () =>
    database.ping().then(
      () => true,
      () => false,
    );
  try {
    await pollUntil('a primary behind HAProxy', hasAnswered);
  } finally {
    await database.close();
  }
}
