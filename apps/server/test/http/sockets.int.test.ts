import { spawnSync } from 'node:child_process';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp, usualTimeLimits } from '../../src/http/app.ts';
import { useHarness } from '../support/harness.ts';

const harness = useHarness();
const closing = useHarness();

async function listen(app: Awaited<ReturnType<typeof buildApp>>): Promise<number> {
  await app.listen({ port: 0, host: '127.0.0.1' });
  return (app.server.address() as AddressInfo).port;
}

let port = 0;
let shortLimitsPort = 0;
let shortLimitsApp: Awaited<ReturnType<typeof buildApp>>;

beforeAll(async () => {
  port = await listen(harness().app);
  shortLimitsApp = await buildApp(harness().services, {
    log: harness().log,
    trustProxy: false,
    corsOrigins: [],
    rateLimitPerMinute: 1000,
    timeLimits: { headersMs: 300, requestMs: 600, checkEveryMs: 100 },
  });
  shortLimitsPort = await listen(shortLimitsApp);
});
afterAll(() => shortLimitsApp.close());

interface RawResponse {
  readonly status: number;
  readonly headers: string;
  readonly body: string;
}

function parseResponse(text: string): RawResponse {
  const [head = '', body = ''] = text.split('\r\n\r\n');
  return { status: Number(head.split(' ')[1]), headers: head.toLowerCase(), body };
}

/** Sends bytes as they are, and reads until the server closes the connection. */
async function exchange(toPort: number, bytes: string): Promise<RawResponse> {
  const socket = connect(toPort, '127.0.0.1');
  socket.write(bytes);
  return parseResponse(await text(socket));
}

function expectErrorShape(answer: RawResponse, code: string): void {
  expect(answer.headers).toMatch(/\r\nx-request-id: [0-9a-f-]{36}/);
  expect(answer.headers).toMatch(/\r\ncontent-type: application\/json/);
  expect(answer.headers).toMatch(/\r\nx-content-type-options: nosniff\r\n/);
  expect(answer.headers).toMatch(/\r\ncontent-security-policy: default-src 'self';/);
  expect(JSON.parse(answer.body)).toEqual({ error: expect.any(String), code });
}

describe('invalid HTTP', () => {
  it.each([
    ['nonsense', 'nonsense\r\n\r\n'],
    [
      'two lengths',
      'POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n',
    ],
    [
      'length and chunks',
      'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n',
    ],
    ['large headers', `GET /api/health HTTP/1.1\r\nhost: x\r\nx-large: ${'x'.repeat(20_000)}\r\n\r\n`],
    ['a large address', `GET /api/${'x'.repeat(20_000)} HTTP/1.1\r\nhost: x\r\n\r\n`],
  ])('answers invalid HTTP with 400 and the standard error body: %s', async (_, bytes) => {
    const answer = await exchange(port, bytes);
    expect(answer.status).toBe(400);
    expectErrorShape(answer, 'BAD_REQUEST');
  });
});

describe('a POST with transfer-encoding: chunked', () => {
  const send = (type: string, chunks: string) =>
    exchange(
      port,
      `POST /api/auth/logout HTTP/1.1\r\nhost: x\r\n${type}transfer-encoding: chunked\r\nconnection: close\r\n\r\n${chunks}`,
    );

  it.each(['', 'content-type: application/json\r\n', 'content-type: text/plain\r\n'])(
    'counts as empty without a chunk, with any content type: %j',
    async (type) => {
      const answer = await send(type, '0\r\n\r\n');
      expect(answer.status).toBe(401);
      expectErrorShape(answer, 'UNAUTHORIZED');
    },
  );

  it('answers 415 when a chunk arrives without a content type', async () => {
    expectErrorShape(await send('', '2\r\n{}\r\n0\r\n\r\n'), 'UNSUPPORTED_MEDIA_TYPE');
  });
});

it('reads nothing from a connection that was reset while it waited', async () => {
  const before = harness().logged.length;
  // This thread accepts nothing until the other process has ended.
  const script = `const socket = require('node:net').connect(${port}, '127.0.0.1', () =>
    socket.write('GET /api/version HTTP/1.1\\r\\nhost: x\\r\\n\\r\\n', () => socket.resetAndDestroy()));`;
  expect(spawnSync(process.execPath, ['-e', script]).status).toBe(0);
  await exchange(port, 'GET /api/version HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
  const requests = harness().logged.slice(before);
  expect(requests.map((line) => JSON.parse(line).msg)).toEqual(['request']);
});

it('does not support TRACE, which would echo credentials', async () => {
  const request =
    'TRACE /api/auth/me HTTP/1.1\r\nhost: x\r\nauthorization: Bearer secret\r\nconnection: close\r\n\r\n';
  const answer = await exchange(port, request);
  expect(answer.status).toBe(404);
  expectErrorShape(answer, 'NOT_FOUND');
});

describe('an incomplete request', () => {
  const start = 'POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n';

  it('times out within 30 seconds', () => {
    const { requestMs, headersMs, checkEveryMs } = usualTimeLimits;
    expect(Math.max(requestMs, headersMs) + checkEveryMs).toBeLessThan(30_000);
  });

  it.each([
    ['half a body', `${start}content-length: 100\r\n\r\n{"email":`],
    ['half the headers', start],
    ['nothing', ''],
  ])('answers an incomplete request with 408: %s', async (_, bytes) => {
    const answer = await exchange(shortLimitsPort, bytes);
    expect(answer.status).toBe(408);
    expectErrorShape(answer, 'TIMEOUT');
  });

  it('answers an incomplete request with 408 even if bytes keep arriving', async () => {
    const socket = connect(shortLimitsPort, '127.0.0.1');
    socket.write(`${start}content-length: 60000\r\n\r\n`);
    const trickle = setInterval(() => socket.write(' '), 50);
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 408 /);
    clearInterval(trickle);
  });
});

describe('a server that shuts down', () => {
  it('answers requests in progress, and rejects later requests on open connections with 503', async () => {
    const { app, services } = closing();
    const closingPort = await listen(app);
    const accepted: Socket[] = [];
    app.server.on('connection', (socket) => accepted.push(socket));
    const begun = Promise.withResolvers<void>();
    const finish = Promise.withResolvers<void>();
    services.database.ping = () => {
      begun.resolve();
      return finish.promise;
    };
    const inProgress = connect(closingPort, '127.0.0.1');
    inProgress.write('GET /api/health/ready HTTP/1.1\r\nhost: x\r\n\r\n');
    const late = connect(closingPort, '127.0.0.1');
    late.write('GET /api/health/live HTTP/1.1\r\nhost: x\r\n');
    await begun.promise;
    await expect.poll(() => accepted.map(({ bytesRead }) => bytesRead > 0)).toEqual([true, true]);
    const closed = app.close();
    late.write('\r\n');
    const refused = parseResponse(await text(late));
    finish.resolve();
    const answered = parseResponse(await text(inProgress));
    await closed;
    expect([answered.status, JSON.parse(answered.body).status]).toEqual([200, 'ready']);
    expect(refused.status).toBe(503);
    expect(refused.headers).toMatch(/\r\nretry-after: 5\r\n/);
    expect(refused.headers).toMatch(/\r\nconnection: close/);
    expectErrorShape(refused, 'SERVICE_UNAVAILABLE');
  });
});
