import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '@stockbook/testing';
import { type Gateway, waitForPort } from './gateway.ts';
import { programFolder, startProgram } from './packaged-program.ts';
import { atPort, type PostgresServer } from './postgres-server.ts';

/**
 * Starts PgBouncer in front of a server. It closes a connection that no client uses for 10 seconds, by default for 10
 * minutes: the test files' databases would together exceed PostgreSQL's `max_connections`.
 * @param serverPort leads to the server
 */
export async function startPgBouncer(
  { port, url, superuserUrl }: PostgresServer,
  poolMode: 'session' | 'transaction' | 'statement',
  serverPort = port,
): Promise<Gateway> {
  const folder = await programFolder();
  const listenPort = await freePort();
  const users = [url, superuserUrl].map((role) => {
    const { username, password } = new URL(role);
    return `"${username}" "${password}"`;
  });
  await writeFile(join(folder, 'users'), users.join('\n'));
  await writeFile(
    join(folder, 'pgbouncer.ini'),
    `[databases]
* = host=127.0.0.1 port=${serverPort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listenPort}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${join(folder, 'users')}
pool_mode = ${poolMode}
default_pool_size = 100
max_client_conn = 1000
server_idle_timeout = 10
`,
  );
  const program = startProgram('pgbouncer', join(folder, 'pgbouncer.ini'));
  await waitForPort(listenPort, program);
  return {
    port: listenPort,
    url: atPort(url, listenPort),
    async remove() {
      await program.end('SIGTERM');
      await rm(folder, { recursive: true });
    },
  };
}
