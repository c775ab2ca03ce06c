import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeAll, expect, it } from 'vitest';
import type { Harness } from '../support/harness.ts';
import { useHarness } from '../support/harness.ts';

const limit = 5;
const flood = 200;

const direct = useHarness({ CONNECTION_LIMIT_PER_ADDRESS: limit });
const proxied = useHarness({ CONNECTION_LIMIT_PER_ADDRESS: limit, TRUST_PROXY: 1 });

const sockets = new Set<Socket>();
afterEach(async () => {
  const closed = [...sockets].filter((socket) => !socket.closed).map((socket) => once(socket, 'close'));
  for (const socket of sockets) socket.destroy();
  await Promise.all(closed);
  sockets.clear();
});

beforeAll(async () => {
  for (const { app } of [direct(), proxied()]) await app.listen({ port: 0, host: '0.0.0.0' });
});

/** Opens a connection from any address of 127.0.0.0/8: Linux routes all of them to the loopback device. */
async function open({ app }: Harness, clientAddress = '127.0.0.1'): Promise<Socket> {
  const { port } = app.server.address() as AddressInfo;
  const socket = connect({ port, host: '127.0.0.1', localAddress: clientAddress });
  sockets.add(socket);
  // The server may reset the connection.
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

/** The status of a response on an open connection; NaN if the server closes the connection instead. */
async function status(socket: Socket): Promise<number> {
  socket.write('GET /api/health/live HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
  const answer = await text(socket).catch(() => '');
  return Number(answer.split(' ')[1]);
}

const closedLines = ({ logged }: Harness) => logged.filter((line) => line.includes('connections closed'));

it('closes connections above the limit of an address, and serves every other one', async () => {
  const held = await Promise.all(Array.from({ length: limit }, () => open(direct())));
  const excess = await Promise.all(Array.from({ length: flood }, () => open(direct())));
  await Promise.all(excess.map((socket) => socket.closed || once(socket.resume(), 'close')));
  expect(await status(await open(direct(), '127.0.0.2'))).toBe(200);
  expect(await Promise.all(held.map(status))).toEqual(held.map(() => 200));
  expect(closedLines(direct())).toHaveLength(1);
  expect(JSON.parse(closedLines(direct())[0] ?? '')).toMatchObject({ level: 40, address: '127.0.0.1' });
});

it('accepts an address again after its connections have ended', async () => {
  const held = await Promise.all(Array.from({ length: limit }, () => open(direct())));
  expect(await status(await open(direct()))).toBeNaN();
  for (const socket of held) socket.destroy();
  await expect.poll(async () => status(await open(direct()))).toBe(200);
});

it('does not limit connections behind a proxy', async () => {
  const held = await Promise.all(Array.from({ length: 3 * limit }, () => open(proxied())));
  expect(await Promise.all(held.map(status))).toEqual(held.map(() => 200));
});
