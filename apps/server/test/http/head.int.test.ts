import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { startYahooMockServer, type YahooMockServer } from '@stockbook/market-data/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Harness } from '../support/harness.ts';

let yahoo: YahooMockServer;
let harness: Harness;
let token = '';

beforeAll(async () => {
  yahoo = await startYahooMockServer();
  const limits = { MAX_SEARCHES_PER_USER_AND_MINUTE: 1, RATE_LIMIT_PER_MINUTE: 10_000 };
  harness = await Harness.start({ MARKET_DATA: 'yahoo', YAHOO_URL: yahoo.url, ...limits });
  await harness.app.listen({ port: 0, host: '127.0.0.1' });
  token = (await harness.signUp()).token;
  await harness.addStock(token, 'AAPL');
});
afterAll(async () => {
  await harness.stop();
  await yahoo.close();
});

/** Sends a request as it is: clients would ignore the body of a HEAD. */
async function send(method: string, path: string, bearer = token, localAddress = '127.0.0.1') {
  const { port } = harness.app.server.address() as AddressInfo;
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  const authorization = `authorization: Bearer ${bearer}`;
  socket.write(`${method} ${path} HTTP/1.1\r\nhost: x\r\n${authorization}\r\nconnection: close\r\n\r\n`);
  const [head = '', ...body] = (await text(socket)).split('\r\n\r\n');
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(head.replaceAll('\r', ''))?.[1];
  return {
    status: Number(head.split(' ')[1]),
    body: body.join(''),
    type: header('content-type'),
    length: header('content-length'),
    remaining: Number(header('ratelimit-remaining')),
  };
}

describe('HEAD', () => {
  it.each([
    '/api/version',
    '/api/auth/me',
    '/api/stocks',
    '/api/stocks/AAPL/data',
    '/api/stocks/AAPL/data.csv',
    '/api/stocks/data?symbols=AAPL',
    '/api/stocks/export.csv',
    '/api/stocks/NONE',
    '/api/nonsense',
    '/api/openapi.json',
    '/trpc/system.version',
  ])('has no body, and counts like GET: %s', async (path) => {
    let { remaining } = await send('GET', path);
    const costs: number[] = [];
    for (const method of ['GET', 'HEAD']) {
      const before = remaining;
      // A cached response counts a tenth.
      for (let count = 0; count < 10; count += 1) {
        const answer = await send(method, path);
        remaining = answer.remaining;
        if (method === 'HEAD') expect(answer.body).toBe('');
      }
      costs.push(before - remaining);
    }
    expect(costs[1]).toBe(costs[0]);
  });

  it.each([
    ['/api/stocks/search?q=apple', 1],
    ['/api/stocks/search/?q=apple', 1],
    ['/api/account/export', 100],
  ])('has the type alone where GET uses a quota, uses none, and counts like GET: %s', async (path, cost) => {
    const requests = yahoo.requests.length;
    // With the requests of other tests, their address would be closer to its limit than the user.
    const { token: own } = await harness.signUp();
    const address = `127.0.${cost}.${path.length}`;
    const { remaining } = await send('GET', '/api/auth/me', own, address);
    for (let count = 1; count <= 5; count += 1) {
      expect(await send('HEAD', path, own, address)).toEqual({
        status: 200,
        body: '',
        type: 'application/json; charset=utf-8',
        length: undefined,
        remaining: remaining - count * cost,
      });
    }
    expect(yahoo.requests).toHaveLength(requests);
  });

  it('leaves the quotas to GET', async () => {
    const statusOf = async (path: string) => (await send('GET', path)).status;
    const [search, exported] = ['/api/stocks/search?q=apple', '/api/account/export'];
    expect([await statusOf(search), await statusOf(search)]).toEqual([200, 429]);
    expect([await statusOf(exported), await statusOf(exported), await statusOf(exported)]).toEqual([
      200, 200, 429,
    ]);
    expect((await send('HEAD', search)).status).toBe(200);
  });

  it('requires a token where GET does', async () => {
    for (const path of ['/api/stocks/search?q=apple', '/api/account/export']) {
      expect(await send('HEAD', path, 'garbage')).toMatchObject({ status: 401, body: '' });
    }
  });
});
