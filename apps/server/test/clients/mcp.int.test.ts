import {
  Client as CurrentClient,
  StreamableHTTPClientTransport as CurrentTransport,
} from '@modelcontextprotocol/client';
import { Client as FormerClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as FormerTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { buildApp } from '../../src/http/app.ts';
import { Harness, useHarness } from '../support/harness.ts';

const origin = 'https://app.example.com';
const harness = useHarness({ MCP: true, CORS_ORIGINS: [origin], RATE_LIMIT_PER_MINUTE: 500 });
const url = new URL('http://stockbook.test/mcp');
const info = { name: 'test', version: '1' };

let signInToken = '';
const tokens = { write: '', read: '' };
beforeAll(async () => {
  signInToken = (await harness().signUp()).token;
  const stockbook = harness().client(signInToken);
  for (const scope of ['write', 'read'] as const) {
    tokens[scope] = (await stockbook.createToken({ body: { name: scope, scope } })).data.token;
  }
});

function transportOptions(token: string) {
  return { fetch: harness().fetch, requestInit: { headers: { authorization: `Bearer ${token}` } } };
}

async function connect(token: string) {
  const client = new CurrentClient(info);
  await client.connect(new CurrentTransport(url, transportOptions(token)));
  onTestFinished(() => client.close());
  return client;
}

/** The client of assistants that speak a version of the protocol before 2026. */
async function connectFormer(token: string) {
  const client = new FormerClient(info);
  await client.connect(new FormerTransport(url, transportOptions(token)));
  onTestFinished(() => client.close());
  return client;
}

type AnyClient = Awaited<ReturnType<typeof connect | typeof connectFormer>>;

async function call(client: AnyClient, name: string, args: Record<string, unknown> = {}) {
  const { content, isError = false } = await client.callTool({ name, arguments: args });
  const texts = (content as { text: string }[]).map(({ text }) => text);
  return { isError, text: texts[0] ?? '', notes: texts.slice(1) };
}

async function callForJson(client: AnyClient, name: string, args: Record<string, unknown> = {}) {
  const { isError, text } = await call(client, name, args);
  expect([name, isError, text]).toEqual([name, false, expect.any(String)]);
  return JSON.parse(text);
}

async function endOf(client: AnyClient, taskId: string) {
  const isEnded = async () => {
    const task = await callForJson(client, 'getTask', { taskId });
    return task.status;
  };
  await expect.poll(isEnded).toBe('SUCCESS');
}

function post(body: object, headers: Record<string, string>) {
  const accept = 'application/json, text/event-stream';
  return harness().inject({
    method: 'POST',
    url: '/mcp',
    headers: { accept, ...headers },
    payload: body,
  });
}

const listTools = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

describe.each([
  ['the current SDK', connect],
  ['the former SDK', connectFormer],
])('a client of %s', (_, connectWith) => {
  it('lists tools, adds a stock, reads bars and calculates an indicator', async () => {
    const client = await connectWith(tokens.write);
    const { tools } = await client.listTools();
    expect(tools.length).toBeGreaterThan(20);
    expect(tools.find(({ name }) => name === 'addStock')).toMatchObject({
      title: 'Adds a stock by symbol or ISIN',
      description: expect.stringContaining('Adds a stock by symbol or ISIN. Starts a task.'),
      inputSchema: { type: 'object', properties: { symbol: { type: 'string' } }, required: ['symbol'] },
      annotations: { readOnlyHint: false },
    });

    const added = await callForJson(client, 'addStock', {
      symbol: connectWith === connect ? 'AAPL' : 'MSFT',
    });
    const { task_id: taskId, symbol } = added.data;
    await endOf(client, taskId);

    const range = { start_date: '2020-01-06', end_date: '2020-01-10' };
    const bars = await callForJson(client, 'getBars', { symbol, ...range });
    expect(bars.data).toHaveLength(5);

    const request = { stock_symbol: symbol, ta_indicator: 'BBANDS' };
    const { task_id: calculation } = await callForJson(client, 'calculateIndicator', request);
    await endOf(client, calculation);
    const { indicators } = await callForJson(client, 'listStockIndicators', { symbol });
    expect(indicators[0].data.at(-1).value).toHaveProperty('upperband');
  });
});

describe('a tool', () => {
  it('returns the last rows of a long history, and says how many it leaves out', async () => {
    const { token } = await harness().signUp();
    const { result } = await harness().addStock(token, 'NVDA');
    const client = await connect(token);
    const { text, notes } = await call(client, 'getBars', { symbol: 'NVDA' });
    const { data } = JSON.parse(text);
    const last = await harness().rest('GET', '/stocks/NVDA', { token });
    expect(data).toHaveLength(250);
    expect(data.at(-1).date).toBe((last.body.stock as { data_end_date: string }).data_end_date);
    const omitted = (result as { rows: number }).rows - 250;
    expect(notes).toEqual([`${omitted.toLocaleString('en-US')} earlier rows are left out.`]);
  });

  it.each([
    ['getBars', { symbol: 'NONE' }, 'Stock not found'],
    ['getBars', { symbol: 'AAPL', start_date: 'x' }, 'start_date must be a calendar date like 2024-12-31'],
    ['getBars', {}, 'Symbol is required'],
    ['addStock', { symbol: '' }, 'Please enter a stock symbol'],
    ['listStocks', { limit: '5' }, 'limit must be a whole number from 1 to 1,000'],
  ])('%s answers %j with an error that is the sentence of the API', async (name, args, sentence) => {
    const { isError, text, notes } = await call(await connect(tokens.write), name, args);
    expect({ isError, text, notes }).toEqual({ isError: true, text: sentence, notes: [] });
  });

  it('logs an unexpected error, and answers without its details', async () => {
    const { watchLists } = harness().services;
    vi.spyOn(watchLists, 'readRevision').mockRejectedValueOnce(new Error('column secret'));
    const { isError, text } = await call(await connect(tokens.write), 'listStocks');
    expect([isError, text]).toEqual([true, 'Something went wrong on the server. Try again.']);
    const line = harness().logged.find((entry) => entry.includes('column secret')) ?? '{}';
    expect(JSON.parse(line)).toMatchObject({ tool: 'listStocks', requestId: expect.any(String) });
  });

  it('answers a call of an unknown tool with an error of the protocol', async () => {
    const client = await connect(tokens.write);
    await expect(client.callTool({ name: 'register', arguments: {} })).rejects.toThrow('no tool register');
  });
});

describe('tools', () => {
  it('offers no tool that handles passwords or tokens or downloads files', async () => {
    const { tools } = await (await connect(tokens.write)).listTools();
    const names = tools.map(({ name }) => name);
    for (const name of [
      'login',
      'createToken',
      'createChannel',
      'exportAccount',
      'exportWatchList',
      'getHealth',
    ]) {
      expect(names).not.toContain(name);
    }
  });

  it('hides the tools that change something from a token that may only read, and refuses their calls', async () => {
    const [read, write] = [await connect(tokens.read), await connect(tokens.write)];
    const [readTools, writeTools] = [(await read.listTools()).tools, (await write.listTools()).tools];
    const hidden = writeTools.filter(({ name }) => !readTools.some((tool) => tool.name === name));
    expect(readTools.every(({ annotations }) => annotations?.readOnlyHint === true)).toBe(true);
    expect(hidden.map(({ name }) => name)).toEqual(expect.arrayContaining(['addStock', 'removeStock']));
    expect(await callForJson(read, 'listStocks')).toHaveProperty('total');
    const adding = read.callTool({ name: 'addStock', arguments: { symbol: 'AAPL' } });
    await expect(adding).rejects.toThrow('no tool addStock');
  });
});

describe('a request to /mcp', () => {
  it.each([
    [{}, 'Bearer'],
    [{ authorization: 'Bearer wrong' }, 'Bearer error="invalid_token"'],
  ])('answers a request with the headers %j with 401 and a challenge', async (headers, challenge) => {
    const answer = await post(listTools, headers);
    expect(answer.statusCode).toBe(401);
    expect(answer.headers['www-authenticate']).toBe(challenge);
    expect(answer.json()).toEqual({ error: 'Sign in to continue', code: 'UNAUTHORIZED' });
  });

  it('answers a request from a page of another origin with 403, unless CORS_ORIGINS names it', async () => {
    const authorization = `Bearer ${tokens.read}`;
    for (const [page, status] of [
      ['http://evil.example', 403],
      ['null', 403],
      [origin, 200],
    ] as const) {
      const answer = await post(listTools, { authorization, origin: page });
      expect([page, answer.statusCode]).toEqual([page, status]);
    }
  });

  it('counts against the rate limit, is logged, and is never stored', async () => {
    const answer = await post(listTools, { authorization: `Bearer ${tokens.read}` });
    expect(answer.headers).toMatchObject({
      'ratelimit-limit': '500',
      'cache-control': 'no-store',
      'x-request-id': expect.any(String),
    });
    const line = harness().logged.find((entry) => entry.includes(String(answer.headers['x-request-id'])));
    expect(JSON.parse(line ?? '')).toMatchObject({ path: '/mcp', status: 200, userId: expect.any(String) });
    expect(harness().logged.join()).not.toContain(tokens.read);
  });

  it('counts once against the limit of the user, whether it calls a tool or not', async () => {
    const { services, log } = harness();
    const perMinute = 9;
    const options = { log, trustProxy: 1, corsOrigins: [], hasMcp: true, rateLimitPerMinute: perMinute };
    const app = await buildApp(services, options);
    onTestFinished(() => app.close());
    const { token } = await harness().signUp();
    const callTool = (name: string) => ({
      ...listTools,
      method: 'tools/call',
      params: { name, arguments: { symbol: 'AAPL' } },
    });
    const messages = [listTools, callTool('listStocks'), callTool('getBars')];
    for (let count = 0; count <= perMinute; count += 1) {
      const { statusCode, headers } = await app.inject({
        method: 'POST',
        url: '/mcp',
        headers: {
          accept: 'application/json, text/event-stream',
          authorization: `Bearer ${token}`,
          'x-forwarded-for': `198.51.100.${count}`,
        },
        payload: messages[count % messages.length] ?? listTools,
      });
      const remaining = perMinute - count - 1;
      expect([statusCode, headers['ratelimit-remaining']]).toEqual(
        remaining >= 0 ? [200, String(remaining)] : [429, '0'],
      );
    }
  });

  it('rejects a batch, a body over 64 KiB and other methods', async () => {
    const headers = { authorization: `Bearer ${tokens.read}` };
    expect((await post([listTools], headers)).statusCode).toBe(400);
    expect((await post({ ...listTools, params: { x: 'x'.repeat(70_000) } }, headers)).statusCode).toBe(413);
    const answer = await harness().inject({ method: 'GET', url: '/mcp', headers });
    expect([answer.statusCode, answer.headers.allow]).toEqual([405, 'POST, OPTIONS']);
  });

  it('answers requests to /mcp with 404 unless MCP is on', async () => {
    const other = await Harness.start({ ROLE: 'web' });
    onTestFinished(() => other.stop());
    for (const method of ['GET', 'POST'] as const) {
      const answer = await other.inject({ method, url: '/mcp', payload: listTools });
      expect([method, answer.statusCode, answer.json().code]).toEqual([method, 404, 'NOT_FOUND']);
    }
  });
});
