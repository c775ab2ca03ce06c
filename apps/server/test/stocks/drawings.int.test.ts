import { randomUUID } from 'node:crypto';
import { sql } from '@stockbook/db/testing';
import { beforeEach, expect, it } from 'vitest';
import { useHarness } from '../support/harness.ts';
import { importer } from '../transfer/support/importer.ts';

const harness = useHarness();

let token = '';
beforeEach(async () => {
  token = (await harness().signUp()).token;
  await harness().addStock(token, 'AAPL');
});

const low = { date: '2024-05-06', price: 181.71 };
const high = { date: '2024-11-04', price: 222.01 };
const trend = { kind: 'trend', name: 'Rising', points: [low, high] };
const ray = { kind: 'ray', points: [low] };
const id = '0b6a4f0e-5b7e-4a53-9f5e-2f3c7f0f4c11';

const put = (drawings: unknown, symbol = 'AAPL') =>
  harness().rest('PUT', `/stocks/${symbol}/drawings`, { token, body: { drawings } });
const get = async (reader = token) =>
  (await harness().rest('GET', '/stocks/AAPL/drawings', { token: reader })).body.drawings;

it('replaces all drawings of a stock, and keeps ids that were sent', async () => {
  expect(await get()).toEqual([]);
  const stored = await put([{ ...trend, id }, ray, { ...trend, kind: 'rectangle', name: 'Box' }], 'aapl');
  expect(stored).toMatchObject({
    status: 200,
    body: {
      drawings: [
        { ...trend, id },
        { ...ray, name: null, id: expect.any(String) },
        { ...trend, kind: 'rectangle', name: 'Box' },
      ],
    },
  });
  expect(await get()).toEqual(stored.body.drawings);
  const other = await harness()
    .trpc(token)
    .drawings.replace.mutate({
      symbol: 'AAPL',
      drawings: [{ kind: 'ray', points: [high] }],
    });
  expect(await harness().trpc(token).drawings.list.query({ symbol: 'aapl' })).toEqual(other);
  expect(await get()).toEqual(other.drawings);
  await put([]);
  expect(await get()).toEqual([]);
});

it('keeps 200 drawings of the largest size', async () => {
  const points = [low, high].map(({ date }) => ({ date, price: 181.71000000000012 }));
  const largest = { kind: 'rectangle', name: 'é'.repeat(50), points };
  expect((await put(Array.from({ length: 200 }, () => ({ ...largest, id: randomUUID() })))).status).toBe(200);
  expect(((await get()) as object[])[199]).toMatchObject(largest);
  expect(await put(Array.from({ length: 201 }, () => ray))).toMatchObject({
    status: 400,
    body: { error: 'drawings must be at most 200' },
  });
  expect(await get()).toHaveLength(200);
});

it.each([
  [undefined, 'drawings must be a list', 'drawings'],
  [[{ ...ray, kind: 'circle' }], 'kind must be trend, ray or rectangle', 'drawings[0].kind'],
  [[{ ...ray, points: [low, high] }], /^A ray has one point/, 'drawings[0].points'],
  [[trend, { ...trend, points: [low] }], /^A ray has one point/, 'drawings[1].points'],
  [[{ ...ray, points: [{ ...low, price: null }] }], /^price must be/, 'drawings[0].points[0].price'],
  [[{ ...ray, points: [{ ...low, price: 2e15 }] }], /^price must be/, 'drawings[0].points[0].price'],
  [
    [{ ...ray, points: [{ ...low, date: '2024-02-30' }] }],
    'date must be a calendar date like 2024-12-31',
    'drawings[0].points[0].date',
  ],
  [[{ ...ray, name: ' ' }], 'Name is required', 'drawings[0].name'],
  [[{ ...ray, id: '7' }], 'id must be a UUID', 'drawings[0].id'],
  [
    [
      { ...ray, id },
      { ...ray, id: id.toUpperCase() },
    ],
    'Each drawing must have an id of its own',
    'drawings',
  ],
])('refuses invalid drawings with 400 and the place: %j', async (drawings, error, field) => {
  await put([ray]);
  const refused = await put(drawings);
  expect(refused).toMatchObject({ status: 400, body: { details: [{ field, message: refused.body.error }] } });
  expect(refused.body.error).toEqual(typeof error === 'string' ? error : expect.stringMatching(error));
  expect(await get()).toHaveLength(1);
});

it('keeps the drawings of users apart, and knows none of a stock that is not tracked', async () => {
  const { token: other } = await harness().signUp();
  await harness().addStock(other, 'AAPL');
  await put([trend]);
  expect(await get(other)).toEqual([]);
  expect(await put([trend], 'MSFT')).toMatchObject({ status: 404, body: { error: 'Stock not found' } });
});

it('deletes the drawings when the stock is removed and when the account is deleted', async () => {
  const count = async () => {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from drawing_set`.execute(
      harness().services.database.fork().getKysely(),
    );
    return rows[0]?.count;
  };
  const before = await count();
  await put([trend]);
  await harness().rest('DELETE', '/stocks/AAPL', { token });
  expect(await count()).toBe(before);
  await harness().addStock(token, 'AAPL');
  expect(await get()).toEqual([]);
  await put([trend]);
  const { body } = await harness().rest('GET', '/auth/me', { token });
  await sql`delete from user_account where id = ${body.id}`.execute(
    harness().services.database.fork().getKysely(),
  );
  expect(await count()).toBe(before);
});

it('exports drawings with their stock, and restores them unless there are some', async () => {
  await put([trend, ray]);
  const { text, body } = await harness().rest('GET', '/account/export', { token });
  const exported = [trend, { ...ray, name: null }];
  expect(body.watch_list).toMatchObject([{ symbol: 'AAPL', drawings: exported }]);

  const { token: other, commit, preview } = await importer(harness());
  expect(await preview(text)).toMatchObject({ lines: [{ verdict: 'new' }], new_stocks: 1 });
  await commit(text);
  expect(await get(other)).toMatchObject(exported);
  const [first] = (await get(other)) as { id: string }[];
  await commit(text.replaceAll('Rising', 'Falling'));
  expect(await get(other)).toMatchObject([{ ...trend, id: first?.id }, { kind: 'ray' }]);
});

it('names imported drawings that are not valid, and restores the others', async () => {
  const { token: other, commit } = await importer(harness());
  const drawings = [ray, { ...trend, points: [] }, 7, ...Array.from({ length: 200 }, () => ray)];
  const account = {
    format: 'stockbook-account',
    version: 1,
    watch_list: [{ symbol: 'AAPL', drawings }],
  };
  const lines = await commit(JSON.stringify(account));
  expect(lines.map(({ kind, text, message }) => [kind, text, message])).toEqual([
    ['stock', 'AAPL', null],
    ['drawing', 'Drawing Rising of AAPL', 'A ray has one point, a trend line and a rectangle have two'],
    ['drawing', 'Drawing 3 of AAPL', 'The input must be an object'],
    ['drawing', 'Drawing 203 of AAPL', 'A stock has at most 200 drawings'],
  ]);
  expect(await get(other)).toHaveLength(200);
});
