import { sql } from '@stockbook/db/testing';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { buildApp } from '../../src/http/app.ts';
import { useHarness } from '../support/harness.ts';

const harness = useHarness();

let token = '';
beforeAll(async () => {
  token = (await harness().signUp()).token;
  await harness().addStock(token, 'AAPL');
});

function get(path: string, headers: Record<string, string> = {}) {
  return harness().rest('GET', path, { token, headers });
}

async function readEtag(path: string, headers: Record<string, string> = {}): Promise<string> {
  const answer = await get(path, headers);
  expect(answer.status).toBe(200);
  return String(answer.headers.etag);
}

describe.each([
  '/stocks/AAPL/data',
  '/stocks/AAPL/data.csv',
  '/indicators/AAPL',
  '/indicators/AAPL/data.csv',
])('%s', (path) => {
  it('answers 304 without a body when If-None-Match names the current ETag', async () => {
    const tag = await readEtag(path);
    expect(tag).toMatch(/^W\/"[\w-]+"$/);
    for (const sent of [tag, tag.slice(2), `"other", ${tag}`, '*']) {
      const answer = await get(path, { 'if-none-match': sent });
      expect([sent, answer.status, answer.text, answer.headers.etag]).toEqual([sent, 304, '', tag]);
    }
    for (const sent of ['"other"', '', tag.slice(3)]) {
      expect([sent, (await get(path, { 'if-none-match': sent })).status]).toEqual([sent, 200]);
    }
  });

  it('answers 200 when the ETag is from another version of the program', async () => {
    const tag = await readEtag(path);
    const { services, log } = harness();
    const upgraded = await buildApp(
      { ...services, programVersion: 'another' },
      { log, trustProxy: false, corsOrigins: [], rateLimitPerMinute: 1_000_000 },
    );
    const answer = await upgraded.inject({
      url: `/api${path}`,
      headers: { authorization: `Bearer ${token}`, 'if-none-match': tag },
    });
    await upgraded.close();
    expect(answer.statusCode).toBe(200);
    expect(answer.headers.etag).not.toBe(tag);
  });

  it('reads no bars to answer 304', async () => {
    const tag = await readEtag(path);
    const run = (statement: string) =>
      sql.raw(statement).execute(harness().services.database.fork().getKysely());
    await run('alter table price_bar rename to out_of_reach');
    expect((await get(path, { 'if-none-match': tag })).status).toBe(304);
    await run('alter table out_of_reach rename to price_bar');
  });

  it('sends an ETag that is never current again when the data changes after the key was read', async () => {
    const { watchLists } = harness().services;
    const { findStock } = watchLists;
    const changeRevision = () =>
      sql`update stock set bars_revision = bars_revision + 1`.execute(
        harness().services.database.fork().getKysely(),
      );
    await changeRevision();
    const spy = vi.spyOn(watchLists, 'findStock').mockImplementationOnce(async (...stock) => {
      const found = await findStock(...stock);
      await changeRevision();
      return found;
    });
    const early = await get(path);
    spy.mockRestore();
    expect(early.status).toBe(200);
    const next = await get(path, { 'if-none-match': String(early.headers.etag) });
    expect(next.status).toBe(200);
    expect(next.headers).toMatchObject({ etag: expect.stringMatching(/^W/), vary: early.headers.vary });
    expect(next.headers.etag).not.toBe(early.headers.etag);
  });

  it('answers 304 to a request with cache-control: no-cache, which fetch adds to If-None-Match', async () => {
    const tag = await readEtag(path);
    const answer = await get(path, { 'if-none-match': tag, 'cache-control': 'no-cache' });
    expect(answer.status).toBe(304);
  });

  it('sends a different ETag for each query, and none with an error', async () => {
    const tags = await Promise.all([
      readEtag(path),
      readEtag(`${path}?ids=none`),
      readEtag(`${path}?start_date=2020-01-01`),
    ]);
    expect(new Set(tags).size).toBe(2);
    const refused = await get(`${path.replace('AAPL', 'NONE')}`, { 'if-none-match': '*' });
    expect([refused.status, refused.headers.etag]).toEqual([404, undefined]);
  });
});

describe('the ETag', () => {
  it('changes the ETag of bars only when the bars change', async () => {
    const before = await readEtag('/stocks/AAPL/data');
    await harness().rest('PATCH', '/stocks/AAPL', { token, body: { notes: 'something' } });
    expect(await readEtag('/stocks/AAPL/data')).toBe(before);
    await sql`update stock set bars_revision = bars_revision + 1 where symbol = 'AAPL'`.execute(
      harness().services.database.fork().getKysely(),
    );
    expect(await readEtag('/stocks/AAPL/data')).not.toBe(before);
  });

  it('changes the ETag of indicators when one is calculated or recalculated', async () => {
    const tags = [await readEtag('/indicators/AAPL')];
    for (let times = 0; times < 2; times += 1) {
      await harness().calculate(token, { stock_symbol: 'AAPL', ta_indicator: 'RSI' });
      tags.push(await readEtag('/indicators/AAPL'));
    }
    expect(new Set(tags).size).toBe(3);
  });
});

describe('bars as CSV', () => {
  const path = '/stocks/AAPL/data?start_date=2024-01-02&end_date=2024-01-05';

  it('sends the same bars as CSV and as JSON', async () => {
    const { body } = await get(path);
    const answer = await get(path, { accept: 'text/csv' });
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(answer.headers.vary).toMatch(/accept/i);
    const [head, ...lines] = answer.text.trimEnd().split('\r\n');
    expect(head).toBe('date,open,high,low,close,volume');
    const rows = lines.map((line) => {
      const [date, ...numbers] = line.split(',');
      const [open, high, low, close, volume] = numbers.map(Number);
      return { date, open, high, low, close, volume };
    });
    expect(rows).toEqual(body.data);
    const file = await get(path.replace('/data', '/data.csv'));
    expect(file.text).toBe(answer.text);
    expect(file.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="AAPL-daily.csv"',
    });
    const weekly = await get('/stocks/%5Egspc/data.csv?interval=weekly');
    expect(weekly.status).toBe(404);
    const { stocks } = harness().trpc(token);
    const range = { start_date: '2024-01-02', end_date: '2024-01-05' };
    expect(await stocks.barsAsCsv.query({ symbol: 'AAPL', ...range })).toEqual({ csv: file.text });
  });

  it.each([
    [undefined, 'json'],
    ['*/*', 'json'],
    ['application/json, text/csv', 'json'],
    ['text/csv;q=0', 'json'],
    ['text/csv;q=nonsense', 'json'],
    ['image/png', 'json'],
    ['text/csv', 'csv'],
    ['TEXT/CSV; charset=utf-8', 'csv'],
    ['application/json;q=0.5, text/csv;q=0.9', 'csv'],
    ['text/csv, */*;q=0.1', 'csv'],
  ])('negotiates the format of bars: accept: %s results in %s', async (accept, kind) => {
    const answer = await get(path, accept === undefined ? {} : { accept });
    expect(answer.headers['content-type']).toContain(kind);
  });

  it('gives bars as CSV a separate ETag, and sends errors in JSON', async () => {
    const tag = await readEtag(path, { accept: 'text/csv' });
    expect(tag).not.toBe(await readEtag(path));
    expect((await get(path, { accept: 'text/csv', 'if-none-match': tag })).status).toBe(304);
    const refused = await get('/stocks/NONE/data', { accept: 'text/csv' });
    expect(refused).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  });
});
