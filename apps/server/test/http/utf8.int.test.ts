import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, it } from 'vitest';
import { errorOf } from '../support/error-of.ts';
import { useHarness } from '../support/harness.ts';

const harness = useHarness();
const maxBodyBytes = 64 * 1024;

let port = 0;
beforeAll(async () => {
  await harness().app.listen({ port: 0, host: '127.0.0.1' });
  port = (harness().app.server.address() as AddressInfo).port;
});

function post(url: string, payload: Buffer | string, contentType = 'application/json') {
  return harness().inject({
    method: 'POST',
    url,
    headers: { 'content-type': contentType },
    payload: Buffer.from(payload),
  });
}

/** Sends the bytes of a latin1 string, and reads until the server closes the connection. */
async function exchange(bytes: string): Promise<{ status: number; body: string }> {
  const socket = connect(port, '127.0.0.1');
  socket.write(Buffer.from(bytes, 'latin1'));
  const answer = await text(socket);
  return { status: Number(answer.split(' ')[1]), body: answer.split('\r\n\r\n')[1] ?? '' };
}

/** The body of a sign-up for each endpoint. */
function signUp(name: string, password: string): Record<string, string> {
  const input = JSON.stringify({ email: `${name}@example.com`, username: name, password });
  return {
    '/api/auth/register': input,
    '/trpc/auth.register': input,
    '/trpc/auth.register?batch=1': `{"0":${input}}`,
  };
}

const endpoints = Object.keys(signUp('', ''));
const created = (status: number) => [200, 201].includes(status);

describe.each(endpoints)('a body sent to %s', (url) => {
  const body = (name: string, password = 'a long and private sentence') => signUp(name, password)[url] ?? '';
  const name = `utf8${endpoints.indexOf(url)}`;

  it.each([
    ['Latin-1', Buffer.from(body('latin', 'caf\xe9 caf\xe9 caf\xe9'), 'latin1')],
    ['a truncated sequence', Buffer.concat([Buffer.from(body('cut')), Buffer.from([0xe2, 0x82])])],
    ['an overlong sequence', Buffer.from(body('overlong', 'overlong \xc0\xaf slash'), 'latin1')],
    ['an encoded surrogate', Buffer.from(body('surrogate', 'half \xed\xa0\x80 of a pair'), 'latin1')],
    ['UTF-16', Buffer.from(`\ufeff${body('wide')}`, 'utf16le')],
  ])('rejects a body that contains %s', async (_, payload) => {
    const response = await post(url, payload);
    expect(response.statusCode).toBe(400);
    expect(errorOf(response.body)).toEqual({ error: 'The body is not valid UTF-8', code: 'BAD_REQUEST' });
  });

  it.each([
    'application/json; charset=iso-8859-1',
    'application/json;charset="utf-16"',
    'application/json; version=1; Charset=LATIN1',
    'application/json; charset=utf-8x',
  ])('rejects a body that declares %s', async (contentType) => {
    const response = await post(url, body('declared'), contentType);
    expect(response.statusCode).toBe(415);
    expect(errorOf(response.body)).toEqual({
      error: 'The body must be JSON in UTF-8',
      code: 'UNSUPPORTED_MEDIA_TYPE',
    });
  });

  it.each([
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
    'application/json; charset=utf8',
  ])('accepts a body that declares %s', async (contentType) => {
    const response = await post(url, body(`${name}${contentType.length}`), contentType);
    expect(response.statusCode).toSatisfy(created);
  });

  it('accepts a body with a byte order mark', async () => {
    const payload = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(body(`${name}mark`))]);
    expect((await post(url, payload)).statusCode).toSatisfy(created);
  });

  it('accepts a body whose chunks split a character', async () => {
    const bytes = Buffer.from(body(`${name}chunks`, 'café 🙂 and more')).toString('latin1');
    const chunks = Array.from(bytes, (byte) => `1\r\n${byte}\r\n`).join('');
    const head = `POST ${url} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\nconnection: close\r\n`;
    const { status } = await exchange(`${head}transfer-encoding: chunked\r\n\r\n${chunks}0\r\n\r\n`);
    expect(status).toSatisfy(created);
    const login = { email: `${name}chunks@example.com`, password: 'café 🙂 and more' };
    expect((await harness().rest('POST', '/auth/login', { body: login })).status).toBe(200);
  });

  it('accepts a body of exactly 64 KiB, and rejects a larger one', async () => {
    const full = Buffer.from(body(`${name}full`).padEnd(maxBodyBytes));
    expect((await post(url, full)).statusCode).toSatisfy(created);
    expect((await post(url, Buffer.concat([full, Buffer.from(' ')]))).statusCode).toBe(413);
  });

  it('does not decode an empty body, with any declared charset', async () => {
    const response = await post(url, '', 'application/json; charset=utf-16');
    expect(response.statusCode).toBe(400);
    expect(response.body).not.toMatch(/UTF-8|500/);
  });

  it('rejects a body that contains only a byte order mark with 400', async () => {
    expect((await post(url, Buffer.from([0xef, 0xbb, 0xbf]))).statusCode).toBe(400);
  });
});

it('neither registers nor signs in with a password that is not valid UTF-8', async () => {
  const bytes = Buffer.from(
    signUp('victim', 'caf\xe9 caf\xe9 caf\xe9')['/api/auth/register'] ?? '',
    'latin1',
  );
  expect((await post('/api/auth/register', bytes)).statusCode).toBe(400);
  const other = JSON.stringify({ email: 'victim@example.com', password: 'caf\xe8 caf\xe8 caf\xe8' });
  expect((await post('/api/auth/login', Buffer.from(other, 'latin1'))).statusCode).toBe(400);
  expect((await post('/api/auth/login', other)).statusCode).toBe(401);
});

describe('a URL', () => {
  it.each([
    '/api/stocks/%ff',
    '/api/stocks/%C0%AF/data',
    '/api/stocks/search?q=caf%E9',
    '/api/stocks/search?q=%ED%A0%80',
    '/api/stocks/search?%ff=1',
    '/api/stocks/search?q=%zz',
    '/api/nonsense/%ff',
    '/trpc/%ff',
    '/trpc/stocks.search?input=%ff',
    '/trpc/stocks.search?batch=1&input=%7B%220%22%3A%7B%22q%22%3A%22%ff%22%7D%7D',
  ])('rejects a URL that is not percent-encoded UTF-8: %s', async (url) => {
    const { status, body } = await exchange(`GET ${url} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
    expect(status).toBe(400);
    expect(errorOf(body)).toEqual({
      error: 'The address is not validly percent-encoded',
      code: 'BAD_REQUEST',
    });
  });

  it.each(['/api/stocks/search?q=caf\xe9', '/api/stocks/\xff', '/trpc/stocks.search?input=\xff'])(
    'rejects a URL that contains bytes outside ASCII: %s',
    async (url) => {
      const { status, body } = await exchange(`GET ${url} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
      expect([status, JSON.parse(body).code]).toEqual([400, 'BAD_REQUEST']);
    },
  );

  it('accepts any other character in a URL, percent-encoded', async () => {
    const { token } = await harness().signUp();
    const url = `/stocks/search?q=${encodeURIComponent('é 🙂 100 % + ü')}`;
    expect((await harness().rest('GET', url, { token })).status).toBe(200);
  });
});
