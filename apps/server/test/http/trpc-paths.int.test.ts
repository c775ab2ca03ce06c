import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { beforeAll, expect, it } from 'vitest';
import { useHarness } from '../support/harness.ts';

const limit = 10_000;
const harness = useHarness({ RATE_LIMIT_PER_MINUTE: limit });

beforeAll(() => harness().app.listen({ port: 0, host: '0.0.0.0' }));

let addresses = 1;

/** An address of 127.0.0.0/8, whose requests have not been counted: Linux routes all of them to the loopback device. */
function newAddress(): string {
  addresses += 1;
  return `127.0.${addresses >> 8}.${addresses & 255}`;
}

/** Sends a request line as it is: clients would normalise it. */
async function send(localAddress: string, method: string, target: string) {
  const { port } = harness().app.server.address() as AddressInfo;
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  const body = method === 'POST' ? 'content-type: application/json\r\ncontent-length: 2\r\n\r\n{}' : '\r\n';
  socket.write(`${method} ${target} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n${body}`);
  const [head = '', answer = ''] = (await text(socket)).split('\r\n\r\n');
  const remaining = Number(/^ratelimit-remaining: (\d+)/m.exec(head)?.[1]);
  return { status: Number(head.split(' ')[1]), remaining, answer };
}

/** The answer to a request with `count` calls, and the number of requests that it counts as. */
async function sendCalls(method: string, separators: readonly string[], count: number, query: string) {
  const address = newAddress();
  const names = Array.from({ length: count }, (_, index) =>
    index === 0 ? 'system.version' : `${separators[index % separators.length]}system.version`,
  );
  const { status, answer } = await send(address, method, `/trpc/${names.join('')}${query}`);
  const { remaining } = await send(address, 'GET', '/api/version');
  return { status, results: answer.split('"result"').length - 1, counted: limit - remaining - 1, answer };
}

const spellings = {
  plain: [','],
  encoded: ['%2C'],
  'encoded in lower case': ['%2c'],
  'encoded twice': ['%252C'],
  'encoded twice in lower case': ['%252c'],
  'encoded twice, digit by digit': ['%25%32%43'],
  'encoded twice, in part': ['%2%43', '%252%43'],
  'encoded three times': ['%25252C'],
  mixed: [',', '%2C', '%252c', '%25252C'],
  'mixed, decoded by one pass': [',', '%2C', '%2c'],
  malformed: ['%'],
  'malformed UTF-8': ['%E0%A4%2C'],
  'a malformed one among others': [',', '%zz', '%2C'],
};

const queries = ['?batch=1', '?batch=1&input=%257B%257D', '?batch=%31', '', '?batch=0&batch=1'];

it.each(Object.entries(spellings))(
  'carries no more calls than are counted if commas are %s',
  async (_, separators) => {
    for (const method of ['GET', 'POST']) {
      for (const query of queries) {
        for (const count of [2, 21, 700]) {
          const { results, counted } = await sendCalls(method, separators, count, query);
          expect(results, `${method} ${query} ${count}`).toBeLessThanOrEqual(Math.min(20, counted));
        }
      }
    }
  },
);

it.each(['%252C', '%252c', '%25252C', '%25', '%2573'])(
  'rejects a path with %s in the form of tRPC, and counts one request',
  async (separator) => {
    const { status, counted, answer } = await sendCalls('GET', [separator], 700, '?batch=1');
    expect([status, counted]).toEqual([400, 1]);
    expect(JSON.parse(answer).error).toMatchObject({
      message: 'The path is percent-encoded more than once',
      data: { code: 'BAD_REQUEST', httpStatus: 400 },
    });
  },
);

it('counts each call of a batch, and calls as many', async () => {
  expect(await sendCalls('GET', [',', '%2C', '%2c'], 20, '?batch=1')).toMatchObject({
    status: 200,
    results: 20,
    counted: 20,
  });
});

it('counts an unknown path of the REST API as one request, whatever it contains', async () => {
  const address = newAddress();
  expect((await send(address, 'GET', `/api/${'x,'.repeat(1_000)}`)).remaining).toBe(limit - 1);
});
