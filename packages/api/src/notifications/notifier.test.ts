import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { createServer as createTlsServer } from 'node:tls';
import { selfSignedCertificate } from '@stockbook/testing';
import { Webhook } from 'standardwebhooks';
import { expect, it, onTestFinished } from 'vitest';
import { createNotifier, type NotifierOptions } from './notifier.ts';
import type { OutgoingMessage } from './send/destination.ts';
import { newSigningSecret } from './send/postings.ts';

const now = new Date();

const message: OutgoingMessage = {
  id: randomUUID(),
  title: '2 signals: AAPL, 005930.KS',
  lines: ['AAPL: RSI (14) crossed above 30 at the close of Nov 20, 2026.', 'Größe ≥ 3 “quoted”'],
  link: 'https://stocks.example.com/signals',
  payload: JSON.stringify({ type: 'signal.fired', timestamp: now.toISOString(), data: { signals: [] } }),
};

interface Received {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A server that records requests and answers with `listener`. */
async function startReceiver(listener: RequestListener) {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const { method, url: path, headers } = request;
    received.push({ method, path, headers, body: await text(request) });
    listener(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { received, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

function notifierWith(changes: Partial<NotifierOptions> = {}) {
  return createNotifier({
    secretKey: Buffer.alloc(32),
    publicUrl: null,
    mail: null,
    mailFrom: null,
    isPwaOn: true,
    allowedHosts: ['127.0.0.1'],
    version: '1.2.3',
    clock: () => now,
    ...changes,
  });
}

function sendWebhook(url: string, changes?: Partial<NotifierOptions>, signal?: AbortSignal) {
  const destination = { kind: 'webhook' as const, target: url, secret: newSigningSecret() };
  return notifierWith(changes).send(destination, message, signal && { signal });
}

it('sends a webhook that the reference implementation of Standard Webhooks verifies', async () => {
  const { received, url } = await startReceiver((_, response) => response.writeHead(204).end());
  const secret = newSigningSecret();
  const destination = { kind: 'webhook' as const, target: `${url}/hook?a=1`, secret };
  expect(await notifierWith().send(destination, message)).toEqual({ isDelivered: true, httpStatus: 204 });
  const [{ method, path, headers, body } = {} as Received] = received;
  expect([method, path]).toEqual(['POST', '/hook?a=1']);
  expect(headers).toMatchObject({
    'content-type': 'application/json',
    'user-agent': 'Stockbook/1.2.3',
    'webhook-id': message.id,
    'webhook-signature': expect.stringMatching(/^v1,/),
  });
  const verify = (key: string) => new Webhook(key).verify(body, headers as Record<string, string>);
  expect(verify(secret)).toEqual(JSON.parse(message.payload));
  expect(() => verify(newSigningSecret())).toThrow('No matching signature found');
});

it.each([
  [302, {}, 'The server redirects (302): enter the final address'],
  [400, {}, 'The server answered 400'],
  [401, {}, 'The server refuses access (401)'],
  [404, {}, 'The server does not know this address (404)'],
  [410, {}, 'The server no longer wants messages at this address (410)'],
  [500, { 'retry-after': '7' }, 'The server answered 500'],
])('reports status %d as a failure', async (status, headers, error) => {
  const { url } = await startReceiver((_, response) => response.writeHead(status, headers).end('reason'));
  expect(await sendWebhook(url)).toEqual({ isDelivered: false, httpStatus: status, error });
});

it.each([
  [429, '7', 7_000],
  [503, '999999999999', 86_400_000],
  [503, new Date(now.getTime() + 90_000).toUTCString(), 90_000 - (now.getTime() % 1000)],
])('obeys retry-after of status %d: %s', async (status, retryAfter, waitMs) => {
  const { url } = await startReceiver((_, response) =>
    response.writeHead(status, { 'retry-after': retryAfter }).end(),
  );
  const retryAt = new Date(now.getTime() + waitMs);
  expect(await sendWebhook(url)).toMatchObject({ isDelivered: false, httpStatus: status, retryAt });
});

it.each(['soon', '0', new Date(now.getTime() - 90_000).toUTCString()])(
  'ignores a retry-after that names no instant in the future: %s',
  async (retryAfter) => {
    const { url } = await startReceiver((_, response) =>
      response.writeHead(503, { 'retry-after': retryAfter }).end(),
    );
    expect(await sendWebhook(url)).not.toHaveProperty('retryAt');
  },
);

it('gives up a server that does not answer in time', async () => {
  const { url } = await startReceiver(() => {});
  expect(await sendWebhook(url, { timeoutMs: 300 })).toEqual({
    isDelivered: false,
    httpStatus: null,
    error: 'The server did not answer within 0.3 seconds',
  });
});

it('does not read an endless response', async () => {
  const ended = Promise.withResolvers<void>();
  const { url } = await startReceiver((_, response) => {
    const chunk = Buffer.alloc(65_536);
    const timer = setInterval(() => response.write(chunk), 1);
    response.on('close', () => {
      clearInterval(timer);
      ended.resolve();
    });
  });
  expect(await sendWebhook(url)).toEqual({ isDelivered: true, httpStatus: 200 });
  await ended.promise;
});

/** A server that answers each connection with these bytes. */
async function startTcpServer(answer: string) {
  const server = createTcpServer((socket) => socket.on('error', () => {}).end(answer));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

it('describes a server that refuses connections, resets them or speaks no TLS', async () => {
  const { url } = await startReceiver((request) => request.socket.destroy());
  expect(await sendWebhook(url)).toMatchObject({ error: 'The server closed the connection' });
  expect(await sendWebhook('http://127.0.0.1:1/')).toMatchObject({ error: 'The server refuses connections' });
  expect(await sendWebhook(url.replace('http', 'https'))).toMatchObject({
    error: 'A TLS connection to the server is not possible',
  });
});

it.each([
  ['SMTP', '220 mail.example.com ESMTP\r\n'],
  ['a length that is no number', 'HTTP/1.1 200 OK\r\ncontent-length: many\r\n\r\n'],
  ['a header without end', `HTTP/1.1 200 OK\r\nx: ${'x'.repeat(100_000)}\r\n\r\n`],
])('describes an answer that is not HTTP: %s', async (_, answer) => {
  const port = await startTcpServer(answer);
  expect(await sendWebhook(`http://127.0.0.1:${port}/`)).toEqual({
    isDelivered: false,
    httpStatus: null,
    error: "The server's answer is not HTTP",
  });
});

it('describes a certificate that is not valid', async () => {
  const { certificate, key } = selfSignedCertificate('127.0.0.1');
  const server = createTlsServer({ cert: certificate, key });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  expect(await sendWebhook(`https://127.0.0.1:${port}/`)).toMatchObject({
    error: "The server's TLS certificate is self-signed",
  });
});

it('rejects if the worker stops during an attempt', async () => {
  const stopping = new AbortController();
  const { url } = await startReceiver(() => stopping.abort());
  await expect(sendWebhook(url, {}, stopping.signal)).rejects.toThrow('aborted');
});

it('publishes to ntfy as JSON with the access token', async () => {
  const { received, url } = await startReceiver((request, response) => {
    const isAuthorised = request.headers.authorization === 'Bearer tk_geheim';
    response.writeHead(isAuthorised ? 200 : 403).end('{"id":"x"}');
  });
  const destination = { kind: 'ntfy' as const, target: `${url}/base/my-topic`, secret: 'tk_geheim' };
  expect(await notifierWith().send(destination, message)).toMatchObject({ isDelivered: true });
  expect(received[0]?.path).toBe('/base/');
  expect(JSON.parse(received[0]?.body ?? '')).toEqual({
    topic: 'my-topic',
    title: message.title,
    message: message.lines.join('\n'),
    click: message.link,
  });
  expect(await notifierWith().send({ ...destination, secret: null }, message)).toMatchObject({
    error: 'The server refuses access (403)',
  });
  expect(received[1]?.headers).not.toHaveProperty('authorization');
});

it('keeps a message of ntfy below the size that becomes an attachment', async () => {
  const { received, url } = await startReceiver((_, response) => response.end());
  const lines = Array.from({ length: 34 }, (_, index) => `${index} ${'ü'.repeat(150)}`);
  const destination = { kind: 'ntfy' as const, target: `${url}/topic`, secret: null };
  await notifierWith().send(destination, { ...message, lines });
  const { message: sent } = JSON.parse(received[0]?.body ?? '');
  expect(Buffer.byteLength(sent)).toBeLessThan(4_096);
  expect(sent).toMatch(/\nand 21 more$/);
});

it('notifies through Apprise', async () => {
  const { received, url } = await startReceiver((_, response) => response.end());
  const lines = Array.from({ length: 34 }, (_, index) => `Line ${index + 1}`);
  const destination = { kind: 'apprise' as const, target: `${url}/notify/key`, secret: null };
  expect(await notifierWith().send(destination, { ...message, lines })).toMatchObject({ isDelivered: true });
  expect(received[0]).toMatchObject({ method: 'POST', path: '/notify/key' });
  expect(JSON.parse(received[0]?.body ?? '')).toEqual({
    title: message.title,
    body: `${lines.slice(0, 20).join('\n')}\nand 14 more\n\n${message.link}`,
    type: 'info',
    format: 'text',
  });
});

it.each([
  [204, 'Apprise has no configuration for this key (204)'],
  [424, 'Apprise could not notify all services (424)'],
])('reports status %d of Apprise as a failure', async (status, error) => {
  const { url } = await startReceiver((_, response) => response.writeHead(status).end());
  const destination = { kind: 'apprise' as const, target: `${url}/notify/key`, secret: null };
  expect(await notifierWith().send(destination, message)).toEqual({
    isDelivered: false,
    httpStatus: status,
    error,
  });
});

it('offers email only with a mail server', async () => {
  expect(notifierWith().kinds).toEqual(['webhook', 'ntfy', 'apprise']);
  const mail = { url: 'smtp://mail.example.com', from: 'bot@example.com' };
  expect(notifierWith({ mail }).kinds).toContain('email');
});
