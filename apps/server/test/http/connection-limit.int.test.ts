import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { buildApp } from '../../src/http/app.ts';
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
async function open({ app }: Pick<Harness, 'app'>, clientAddress = '127.0.0.1'): Promise<Socket> {
  const { port } = app.server.address() as AddressInfo;
  const socket = connect({ port, host: '127.0.0.1', localAddress: clientAddress });
  sockets.add(socket);
  await once(socket, 'connect');
  return socket;
}

const request = 'GET /api/health/live HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n';

/** The status of the response to a request on an open connection. */
async function status(socket: Socket): Promise<number> {
  socket.write(request);
  return Number((await text(socket)).split(' ')[1]);
}

function expectRefusal(answer: string): void {
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  expect(head).toMatch(/^HTTP\/1\.1 503 Service Unavailable\r\n/);
  expect(head).toMatch(/\r\nretry-after: 5\r\n/);
  expect(head).toMatch(/\r\nx-request-id: [0-9a-f-]{36}\r\n/);
  expect(head).toMatch(/\r\nconnection: close$/);
  expect(head).toContain(`\r\ncontent-length: ${body.length}\r\n`);
  expect(JSON.parse(body)).toEqual({
    error: 'Too many connections. Try again shortly.',
    code: 'SERVICE_UNAVAILABLE',
  });
}

const linesWith = ({ logged }: Harness, message: string) => logged.filter((line) => line.includes(message));

it('answers connections above the limit of an address with 503, and serves every other one', async () => {
  const held = await Promise.all(Array.from({ length: limit }, () => open(direct())));
  const excess = await Promise.all(Array.from({ length: flood }, () => open(direct())));
  for (const answer of await Promise.all(excess.map((socket) => text(socket)))) expectRefusal(answer);
  expect(await status(await open(direct(), '127.0.0.2'))).toBe(200);
  expect(await Promise.all(held.map(status))).toEqual(held.map(() => 200));
  const lines = linesWith(direct(), 'connections refused');
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 40, address: '127.0.0.1', perAddress: limit });
});

it('sends the whole response to a refused client that has sent a large request, and does not read it', async () => {
  const held = await Promise.all(Array.from({ length: limit }, () => open(direct())));
  const before = linesWith(direct(), '"msg":"request"').length;
  const refused = await open(direct());
  refused.write(`${request}${'x'.repeat(1_000_000)}`);
  expectRefusal(await text(refused));
  expect(await Promise.all(held.map(status))).toEqual(held.map(() => 200));
  expect(linesWith(direct(), '"msg":"request"')).toHaveLength(before + limit);
});

it('closes refused connections that their clients keep open', async () => {
  await Promise.all(Array.from({ length: limit }, () => open(direct())));
  const { port } = direct().app.server.address() as AddressInfo;
  const refused = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  sockets.add(refused);
  const isReset = once(refused, 'error');
  expectRefusal(await text(refused));
  const writing = setInterval(() => refused.write('x'), 10);
  expect(await isReset).toMatchObject([{ code: expect.stringMatching(/ECONNRESET|EPIPE/) }]);
  clearInterval(writing);
});

it('answers connections above the limit of the server with 503', async () => {
  const { services, log } = direct();
  const app = await buildApp(services, {
    log,
    trustProxy: 1,
    corsOrigins: [],
    rateLimitPerMinute: 1_000,
    maxConnections: 2,
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const held = [await open({ app }), await open({ app })];
  expectRefusal(await text(await open({ app })));
  expect(await Promise.all(held.map(status))).toEqual([200, 200]);
  await expect.poll(async () => status(await open({ app }))).toBe(200);
  await app.close();
});

it('accepts an address again after its connections have ended', async () => {
  const held = await Promise.all(Array.from({ length: limit }, () => open(direct())));
  expectRefusal(await text(await open(direct())));
  for (const socket of held) socket.destroy();
  await expect.poll(async () => status(await open(direct()))).toBe(200);
});

it('does not limit connections behind a proxy', async () => {
  const held = await Promise.all(Array.from({ length: 3 * limit }, () => open(proxied())));
  expect(await Promise.all(held.map(status))).toEqual(held.map(() => 200));
});
